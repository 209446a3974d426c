/** A three-way merge in the merge editor. The file stays unchanged until the person completes the merge. */
import * as vscode from 'vscode';
import type { Target } from '../../../server/src/core/protocol.js';
import { payloadRequest, pullRequest } from '../../../server/src/core/protocol.js';
import { fileSide, liveSide } from '../drift/comparisons.js';
import type { Diffs } from '../drift/diffs.js';
import { saved } from '../push/targetingFile.js';
import type { LanguageServer } from '../server/languageClient.js';
import { notify } from '../say.js';
import type { MergeResults } from './mergeResults.js';
import type { Conflict } from '../../../server/src/service/push/push.js';
import { namesOf } from '../../../server/src/service/http/target.js';
import { mergeStates } from '../../../server/src/core/targeting/state/mergeStates.js';
import type { State } from '../../../server/src/core/targeting/state/state.js';
import { stateAfterPatch, readBody, sameState } from '../../../server/src/core/targeting/state/state.js';
import { stateInFile } from '../../../server/src/service/stateInFile.js';

interface MergeContext {
  readonly server: LanguageServer;
  readonly diffs: Diffs;
  readonly merges: MergeResults;
  readonly refresh: (file: vscode.Uri) => void;
}

/**
 * A conflict starts with the base text, because the merge editor treats text that equals one side as decided. All
 * texts use the style of the file, so that they differ only in meaning.
 */
export async function merge(
  { server, diffs, merges, refresh }: MergeContext,
  file: vscode.Uri,
  conflict: Conflict,
): Promise<'merging' | 'changed'> {
  const { target, base, theirs, leftToService } = conflict;
  const { toggle, environment } = namesOf(target);
  const document = await vscode.workspace.openTextDocument(file);
  const [uri, version, yours] = [file.toString(), document.version, document.getText()];
  const read = (body: string) => stateAfterPatch(readBody(body), theirs.state).state;
  const payload = await server.ask(payloadRequest, { uri, version });
  if (payload.kind !== 'ready' || !sameState(read(payload.body), conflict.yours)) return 'changed';

  const written = async (state: State) => {
    const pull = await server.ask(pullRequest, { uri, body: JSON.stringify(stateInFile(state, conflict)) });
    // The versions of a reopened document start from the beginning.
    const now = await vscode.workspace.openTextDocument(file);
    return pull?.kind === 'ready' && pull.version === now.version ? pull.text : undefined;
  };
  const states = { ...conflict, theirs: theirs.state };
  const undecided = mergeStates(states, leftToService, 'base');
  const baseFile = await written(base);
  const theirFile = await written(theirs.state);
  const undecidedFile = await written(undecided);
  if (baseFile === undefined || theirFile === undefined || undecidedFile === undefined) return 'changed';
  if (document.version !== version) return 'changed';

  /** Fills undecided conflicts with the person's own side. @returns undefined if the file is being changed */
  const decided = async (text: string) => {
    const result = stateIn(text);
    if (result === undefined) return text;
    const all = mergeStates({ base: undecided, theirs: mergeStates(states, leftToService), yours: result });
    return sameState(all, result) ? text : written(all);
  };
  const stateIn = (text: string) => {
    try {
      return read(text);
    } catch {
      // The text is not JSON, so it stays as the person typed it.
      return undefined;
    }
  };

  const isOther = async () => (await vscode.workspace.openTextDocument(file)).getText() !== yours;
  const changedSince = vscode.l10n.t(
    'The file has changed since the merge began. Close the merge editor and merge again.',
  );
  const open = async (text: string): Promise<void> => {
    const result = merges.open(vscode.l10n.t('{0} merged with {1}', toggle, environment), text, {
      obstacle: async () => ((await isOther()) ? changedSince : undefined),
      complete: async (last) => {
        const all = await decided(last);
        if (all === undefined) {
          void notify('error', changedSince);
          await open(last);
        } else if (await replaced(file, all)) {
          await conflict.merged();
          refresh(file);
          void offerPush(file, target);
        }
      },
      abandoned: async (last) => {
        const sentence = vscode.l10n.t(
          'The merge of {0} with {1} was closed before it was complete. Your file is unchanged.',
          toggle,
          environment,
        );
        if (await notify('information', sentence, { [vscode.l10n.t('Continue the Merge')]: true })) await open(last);
      },
    });
    const live = liveSide(target, theirs);
    await vscode.commands.executeCommand('_open.mergeEditor', {
      base: diffs.uri({ name: vscode.l10n.t('{0} before both changes', toggle), text: baseFile }),
      input1: { uri: diffs.uri({ ...live, text: theirFile }), title: live.name },
      input2: { uri: diffs.uri(fileSide(target, yours)), title: vscode.l10n.t('Your file') },
      output: result,
    });
  };
  await open(undecidedFile);
  return 'merging';
}

async function offerPush(file: vscode.Uri, target: Target): Promise<void> {
  const { toggle, environment } = namesOf(target);
  const sentence = vscode.l10n.t('{0} is merged with {1}, and not pushed yet.', toggle, environment);
  if (await notify('information', sentence, { [vscode.l10n.t('Push…')]: true }))
    await vscode.commands.executeCommand('toggleTargeting.push', file, target.environment);
}

/** Replaces the text as one edit, for a single undo. @returns whether the file was saved */
async function replaced(file: vscode.Uri, text: string): Promise<boolean> {
  // The document is opened again, because it may have been closed in the meantime.
  const document = await vscode.workspace.openTextDocument(file);
  const all = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, all, text);
  if (!(await vscode.workspace.applyEdit(edit))) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'json', content: text }));
    void notify('error', vscode.l10n.t('The file cannot be changed. The result of the merge is in a new file.'));
    return false;
  }
  // If the file cannot be saved, the editor itself reports the reason.
  return saved(document);
}
