/** Reports a pull of toggles in one message, logs the reason for each failure, and opens the first new file. */
import * as vscode from 'vscode';
import { t } from '../../../../server/src/core/t.js';
import type { Target } from '../../../../server/src/core/protocol.js';
import type { ToggleResult } from '../../../../server/src/service/pull/pullToggles.js';
import { describeRead } from '../../../../server/src/service/http/describe.js';
import type { Step } from '../../../../server/src/service/http/answers/failureReason.js';
import { environmentName, serviceAddressOf } from '../../../../server/src/service/http/target.js';
import { listOfFirst, sentencesOf } from '../../../../server/src/core/targeting/joined.js';
import { reachMilestone } from '../../milestones.js';
import type { ReportContext } from '../../push/reportPush.js';
import { show } from '../../push/reportPush.js';
import { shownName } from '../../files/shownName.js';

/** @returns whether the person entered another token, so that a retry makes sense */
export async function reportToggles(
  { log, credentials }: Pick<ReportContext, 'log' | 'credentials'>,
  place: Target,
  results: readonly ToggleResult[],
): Promise<boolean> {
  const failures = results.flatMap((result) => reasonOf(result));
  for (const { sentence } of failures) log.error(sentence);
  const [first] = results.flatMap((result) => (result.kind === 'created' ? [result.uri] : []));
  if (first !== undefined) {
    reachMilestone('hasPulled');
    await vscode.window.showTextDocument(vscode.Uri.parse(first));
  }
  const [reason] = failures;
  const sentence = sentencesOf([...counted(place, results), ...(reason === undefined ? [] : [reason.sentence])]);
  const step = await show({
    level: reason === undefined ? 'information' : 'warning',
    sentence,
    steps: stepsOf(failures),
  });
  if (step === 'show-log') log.show();
  if (step !== 'replace-token') return false;
  return (await credentials.ask(serviceAddressOf(place), reason?.sentence)) !== undefined;
}

interface Reason {
  readonly sentence: string;
  readonly steps: readonly Step[];
}

function reasonOf(result: ToggleResult): readonly Reason[] {
  if (result.kind === 'failed') return [describeRead(result.outcome, result.target)];
  if (result.kind !== 'refused') return [];
  return [{ sentence: t('{0}: {1}', result.toggle, result.reason), steps: [] }];
}

/** Offers to replace the token after a single refusal, because a token refused for one toggle is refused for all. */
function stepsOf(failures: readonly Reason[]): readonly Step[] {
  if (failures.length === 0) return [];
  return failures.some(({ steps }) => steps.includes('replace-token')) ? ['replace-token', 'show-log'] : ['show-log'];
}

function counted(place: Target, results: readonly ToggleResult[]): readonly string[] {
  const environment = environmentName(place);
  const created = results.flatMap((result) => (result.kind === 'created' ? [result.uri] : []));
  const [uri = ''] = created;
  const of = (...kinds: readonly ToggleResult['kind'][]) =>
    results.flatMap(({ kind, toggle }) => (kinds.includes(kind) ? [toggle] : []));
  const [existing, failed, left] = [of('exists'), of('failed', 'refused'), of('not-tried')];
  return [
    created.length === 1
      ? t('{0} was created from {1}.', shownName(vscode.Uri.parse(uri)), environment)
      : t('{0} files were created from {1}.', created.length, environment),
    ...(existing.length === 0 ? [] : [t('Already there, left unchanged: {0}.', listOfFirst(existing, 5))]),
    ...(failed.length === 0 ? [] : [t('Not created: {0}.', listOfFirst(failed, 5))]),
    ...(left.length === 0 ? [] : [t('Not attempted: {0}.', listOfFirst(left, 5))]),
  ];
}
