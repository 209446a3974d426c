/** The command that shows which of the organization's rules refuse a file or require confirmation of its push. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { PlaceOfRule } from '../../../server/src/core/protocol.js';
import { brokenRulesRequest } from '../../../server/src/core/protocol.js';
import { configFileName } from '../../../server/src/core/targeting/fileNames.js';
import { openRule, placeOfRule, ruleInWords } from '../files/openConfig.js';
import type { ReportPushContext } from '../push/reportPush.js';
import { notify, pick } from '../say.js';

interface Reason {
  readonly refuses: boolean;
  readonly message: string;
  readonly place: PlaceOfRule;
}

export async function whyRefused(context: ReportPushContext, file: vscode.Uri): Promise<void> {
  await vscode.workspace.openTextDocument(file);
  const reasons = [...(await ofText(context, file)), ...(await ofLastPush(context, file))];
  const none = t('No rule in {0} now refuses this file or asks for confirmation.', configFileName);
  if (reasons.length === 0) return void notify('information', none);
  const items = reasons.map(({ refuses, message, place }) => ({
    icon: refuses ? 'error' : 'warning',
    label: message,
    detail: ruleInWords(place),
    place,
  }));
  const picked = await pick(items, { title: t('Why Was This Refused?'), matchOnDetail: true });
  if (picked !== undefined) await openRule(picked.place);
}

async function ofText({ server }: ReportPushContext, file: vscode.Uri): Promise<readonly Reason[]> {
  const broken = await server.ask(brokenRulesRequest, { uri: file.toString() });
  return (broken ?? []).map(({ severity, message, place }) => ({ refuses: severity === 'error', message, place }));
}

async function ofLastPush({ server, refusals }: ReportPushContext, file: vscode.Uri): Promise<readonly Reason[]> {
  const last = refusals.get(file.toString());
  const place = last && (await placeOfRule(server, file, last.rule));
  if (last === undefined || place === undefined) return [];
  return [{ refuses: true, message: t('Your last push: {0}', last.reason), place }];
}
