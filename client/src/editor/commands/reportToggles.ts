/** Tells what came of pulling many toggles into files: in one message, with every reason in the log; opens the first file. */
import * as vscode from 'vscode';
import type { ToggleResult } from '../../sync/pullToggles.js';
import { tellReading } from '../../sync/service/describe.js';
import { listOf, sentencesOf } from '../../sync/words/joined.js';
import { reached } from '../milestones.js';
import { notify } from '../say.js';

export async function reportToggles(log: vscode.LogOutputChannel, results: readonly ToggleResult[]): Promise<void> {
  const failures = results.flatMap((result) => {
    if (result.kind === 'failed') return [tellReading(result.outcome, result.target).sentence];
    return result.kind === 'refused' ? [vscode.l10n.t('{0}: {1}', result.toggle, result.reason)] : [];
  });
  for (const failure of failures) log.error(failure);
  const [first] = results.flatMap((result) => (result.kind === 'created' ? [result.uri] : []));
  if (first !== undefined) {
    reached('hasPulled');
    await vscode.window.showTextDocument(vscode.Uri.parse(first));
  }
  const sentence = sentencesOf([...counted(results), ...failures.slice(0, 1)]);
  const showLog = vscode.l10n.t('Show Log');
  const said = failures.length === 0 ? notify('information', sentence) : notify('warning', sentence, showLog);
  // Not awaited: a notification stays for as long as the person likes.
  void said.then((answer) => {
    if (answer === showLog) log.show();
  });
}

function counted(results: readonly ToggleResult[]): readonly string[] {
  const of = (...kinds: readonly ToggleResult['kind'][]) =>
    results.flatMap(({ kind, toggle }) => (kinds.includes(kind) ? [toggle] : []));
  const { length } = of('created');
  const [existing, failed, left] = [of('exists'), of('failed', 'refused'), of('not-tried')];
  return [
    length === 1 ? vscode.l10n.t('1 file was created.') : vscode.l10n.t('{0} files were created.', length),
    ...(existing.length === 0 ? [] : [vscode.l10n.t('Already there, and left alone: {0}.', listed(existing))]),
    ...(failed.length === 0 ? [] : [vscode.l10n.t('Not created: {0}.', listed(failed))]),
    ...(left.length === 0 ? [] : [vscode.l10n.t('Not tried any more: {0}.', listed(left))]),
  ];
}

/** The first of them; a notification is no place for all. */
function listed(toggles: readonly string[]): string {
  return listOf(toggles.length > 5 ? [...toggles.slice(0, 5), '…'] : toggles);
}
