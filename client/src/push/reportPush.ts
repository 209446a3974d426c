/** Shows the result of a push or of a failed read as a notification, and runs the step that the person chooses. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { FailingTests, PlaceOfRule, Target } from '../../../server/src/core/protocol.js';
import type { Credentials } from './credentials.js';
import type { LanguageServer } from '../server/languageClient.js';
import { openConfig, openRule, placeOfRule, ruleInWords } from '../files/openConfig.js';
import { rangeOf } from '../files/ranges.js';
import { verdictWithoutPush } from '../../../server/src/service/many/planned.js';
import type { NotPushed, SmallerStep } from '../../../server/src/service/push/checkedFile.js';
import type { PushResult } from '../../../server/src/service/push/push.js';
import type { Protection } from '../../../server/src/service/protection.js';
import type { Notice } from '../../../server/src/service/http/describe.js';
import { describePush, describeRead } from '../../../server/src/service/http/describe.js';
import type { Failure } from '../../../server/src/service/http/answers/outcome.js';
import { namesOf, projectAtHost, serviceAddressOf, targetName } from '../../../server/src/service/http/target.js';
import type { Step } from '../../../server/src/service/http/answers/failureReason.js';
import { eitherOf, firstOf, sentencesOf } from '../../../server/src/core/targeting/joined.js';
import { timeOf } from '../../../server/src/service/words/timeOf.js';
import { notify } from '../say.js';

export interface ReportContext {
  readonly server: LanguageServer;
  readonly credentials: Credentials;
  readonly protection: Protection;
  readonly log: vscode.LogOutputChannel;
}

/** The last refused push of each file, by URI, if a rule of the organization refused it. */
export type Refusals = Map<string, Pick<NotPushed, 'reason'> & { readonly rule: NonNullable<NotPushed['rule']> }>;

export interface ReportPushContext extends ReportContext {
  readonly refusals: Refusals;
}

/** @returns whether the person wants to push again */
export async function reportPush(context: ReportPushContext, uri: vscode.Uri, result: PushResult): Promise<boolean> {
  context.refusals.delete(uri.toString());
  switch (result.kind) {
    case 'abandoned':
    case 'merging':
    case 'merged':
      return false;
    case 'not-pushed':
      if (result.failing === undefined) return offerRemedy(context, uri, result);
      await offerTest(result.reason, result.failing);
      return false;
    case 'waiting':
      await offerApproval('error', verdictWithoutPush(result).words, uri, result.target);
      return false;
    case 'unchanged':
      return offerAgain(result);
    case 'nothing-new':
      void notify('information', verdictWithoutPush(result).words);
      return false;
    case 'submitted': {
      const { target, reviewers } = result;
      const names = reviewers.length === 0 ? t('its reviewers') : eitherOf(reviewers);
      const { toggle, environment } = namesOf(target);
      const submitted = t('Submitted {0} to {1}: it is waiting for approval by {2}.', toggle, environment, names);
      const sentence = sentencesOf([submitted, projectAtHost(target)]);
      await offerApproval('information', sentence, uri, target);
      return false;
    }
    case 'outcome': {
      const { target, outcome } = result;
      return reportFailure(context, uri, target, withChanges(describePush(outcome, target), result));
    }
  }
}

/** Shows why a read failed. @returns whether the person wants to try again */
export async function reportReading(
  context: ReportContext,
  uri: vscode.Uri,
  target: Target,
  outcome: Failure,
): Promise<boolean> {
  return reportFailure(context, uri, target, describeRead(outcome, target));
}

/** Shows the outcome of an action, and runs the step that the person chooses. @returns whether to try again */
export async function reportFailure(
  context: ReportContext,
  uri: vscode.Uri,
  target: Target,
  told: Notice,
): Promise<boolean> {
  const step = await show(told);
  if (step === 'replace-token') return (await context.credentials.ask(serviceAddressOf(target))) !== undefined;
  if (step === 'open-config') await openConfig(context, uri);
  if (step === 'pick-toggle')
    await vscode.commands.executeCommand('toggleTargeting.pickToggle', uri, target.environment);
  if (step === 'show-log') context.log.show();
  if (step === 'proxy-settings') await vscode.commands.executeCommand('workbench.action.openSettings', 'http.proxy');
  return step === 'push-again' || step === 'read-again';
}

/** Adds the changes that became live to a notice, or the result of a later read if the push's result is uncertain. */
function withChanges(
  told: Notice,
  { outcome, changes = [], arrival }: Extract<PushResult, { kind: 'outcome' }>,
): Notice {
  if (arrival !== undefined) return { ...told, sentence: sentencesOf([told.sentence, arrival]) };
  if (outcome.kind !== 'ok' || changes.length === 0) return told;
  return { ...told, sentence: sentencesOf([told.sentence, ...firstOf(changes, 3)]) };
}

async function offerAgain({ target, time }: Extract<PushResult, { kind: 'unchanged' }>): Promise<boolean> {
  const sentence = t('The targeting is the same as in your push of {0} to {1}.', timeOf(time), targetName(target));
  return (await notify('information', sentence, { [t('Push Anyway')]: true })) ?? false;
}

function titleOf(step: Step | NonNullable<NotPushed['step']>): string {
  const titles: Readonly<Record<typeof step, string>> = {
    'replace-token': t('Replace Token…'),
    'show-log': t('Show Log'),
    'show-problems': t('Show Problems'),
    'change-encoding': t('Change Encoding…'),
    'open-config': t('Open Config'),
    'pick-toggle': t('Pick Another…'),
    'push-again': t('Push Again'),
    'read-again': t('Try Again'),
    'proxy-settings': t('Proxy Settings'),
  };
  return titles[step];
}

export async function show({ level, sentence, steps }: Notice): Promise<Step | undefined> {
  return notify(level, sentence, Object.fromEntries(steps.map((step) => [titleOf(step), step])));
}

/** @returns whether the person wants to push the smaller step */
async function offerRemedy(
  context: ReportPushContext,
  uri: vscode.Uri,
  { reason, step, rule, smaller }: NotPushed,
): Promise<boolean> {
  if (rule !== undefined) {
    context.refusals.set(uri.toString(), { reason, rule });
    const place = await placeOfRule(context.server, uri, rule);
    if (place !== undefined) return offerRule(reason, place, smaller);
  }
  const buttons = step === undefined ? {} : { [titleOf(step)]: true };
  if (!(await notify('error', t('Not pushed: {0}', reason), buttons))) return false;
  if (step === 'open-config') await openConfig(context, uri);
  if (step !== 'show-problems' && step !== 'change-encoding') return false;
  await vscode.window.showTextDocument(uri);
  // No command accepts an encoding as an argument, so VS Code asks for the encoding.
  const [problems, encoding] = ['workbench.actions.view.problems', 'workbench.action.editor.changeEncoding'];
  await vscode.commands.executeCommand(step === 'show-problems' ? problems : encoding);
  return false;
}

async function offerRule(reason: string, place: PlaceOfRule, smaller: SmallerStep | undefined): Promise<boolean> {
  const sentence = sentencesOf([t('Not pushed: {0}', reason), ruleInWords(place)]);
  const chosen = await notify('error', sentence, {
    ...(smaller && { [smaller.title]: 'step' as const }),
    [t('Show Rule')]: 'rule' as const,
  });
  if (chosen === 'rule') await openRule(place);
  return chosen === 'step';
}

async function offerTest(reason: string, { uri, range }: FailingTests): Promise<void> {
  const buttons = { [t('Show Test')]: true };
  if (!(await notify('error', t('Not pushed: {0}', reason), buttons))) return;
  const options = range === undefined ? {} : { selection: rangeOf(range) };
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), options);
}

async function offerApproval(
  level: 'information' | 'error',
  sentence: string,
  uri: vscode.Uri,
  { environment }: Target,
): Promise<void> {
  if (await notify(level, sentence, { [t('Approval…')]: true }))
    await vscode.commands.executeCommand('toggleTargeting.approval', uri, environment);
}
