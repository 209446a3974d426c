/** Merges changes by others into the file: at once if nothing conflicts, otherwise in the merge editor. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { payloadRequest, pullRequest } from '../../../server/src/core/protocol.js';
import { fileSide } from '../drift/comparisons.js';
import type { Diffs } from '../drift/diffs.js';
import type { MemoryStore } from '../push/memoryStore.js';
import { saved } from '../push/targetingFile.js';
import { askAboutMerged } from '../questions/pushQuestion.js';
import type { LanguageServer } from '../server/languageClient.js';
import { notify } from '../say.js';
import type { Merge, MergeEnds, MergeResults } from './mergeResults.js';
import { isOutdated, nameOfResult } from './mergeResults.js';
import type { Conflict } from '../../../server/src/service/push/push.js';
import { seenNow } from '../../../server/src/service/push/memory.js';
import { runPaced } from '../../../server/src/service/pace.js';
import { namesOf } from '../../../server/src/service/http/target.js';
import { changes } from '../../../server/src/core/targeting/state/changes.js';
import type { Contested } from '../../../server/src/core/targeting/state/mergeStates.js';
import { mergeStates } from '../../../server/src/core/targeting/state/mergeStates.js';
import type { State } from '../../../server/src/core/targeting/state/state.js';
import { stateAfterPatch, readBody, sameState } from '../../../server/src/core/targeting/state/state.js';
import { stateInFile } from '../../../server/src/service/stateInFile.js';

interface MergeContext {
  readonly server: LanguageServer;
  readonly diffs: Diffs;
  readonly memoryStore: MemoryStore;
  readonly merges: MergeResults;
  readonly refresh: (file: vscode.Uri) => void;
}

/** Whether both sides can be merged without a decision by the person. */
export function isClean(conflict: Conflict): boolean {
  return sameState(mergedState(conflict, 'yours'), mergedState(conflict, 'theirs'));
}

function mergedState({ theirs, ...states }: Conflict, contested: Contested): State {
  return mergeStates({ ...states, theirs: theirs.state }, states.leftToService, contested);
}

/**
 * In the merge editor, each conflict initially shows the base text, because the editor treats text that equals one side
 * as decided. All texts are formatted like the file, so that they differ only in meaning.
 * @returns undefined if the merge was undone, could not be saved, or should not be pushed now
 */
export async function merge(
  context: MergeContext,
  file: vscode.Uri,
  conflict: Conflict,
  from: 'push' | 'pull',
): Promise<'merging' | 'merged' | 'changed' | undefined> {
  const { server, merges } = context;
  const { base, theirs } = conflict;
  const document = await vscode.workspace.openTextDocument(file);
  const [uri, version, yours] = [file.toString(), document.version, document.getText()];
  const payload = await server.ask(payloadRequest, { uri, version });
  const now = payload.kind === 'ready' ? stateIn(payload.body, conflict) : undefined;
  if (now === undefined || !sameState(now, conflict.yours)) return 'changed';

  const isDecided = isClean(conflict);
  const text = await textOfState(server, file, conflict, mergedState(conflict, isDecided ? 'yours' : 'base'));
  const baseText = await textOfState(server, file, conflict, base);
  const theirText = await textOfState(server, file, conflict, theirs.state);
  if (text === undefined || baseText === undefined || theirText === undefined) return 'changed';
  if (document.version !== version) return 'changed';

  const texts = { base: baseText, theirs: theirText, yours };
  const begun = { file: uri, conflict, texts };
  if (isDecided) return mergeAtOnce(context, begun, text, from);
  await merges.open(begun, text);
  return 'merging';
}

/** During a push, asks what to do with the merged file. During a pull, the file stays merged. */
async function mergeAtOnce(
  context: MergeContext,
  merge: Merge,
  text: string,
  from: 'push' | 'pull',
): Promise<'merged' | undefined> {
  const { conflict, texts } = merge;
  const [file, { undone }] = [vscode.Uri.parse(merge.file), context.merges];
  const title = t('{0}: your file ↔ merged', namesOf(conflict.target).toggle);
  const [left, right] = [fileSide(conflict.target, texts.yours), { name: nameOfResult(conflict), text }];
  await context.diffs.show(title, left, right);
  if (!(await replaceText(file, text, texts.yours))) return undefined;
  // The editor may have formatted the text on save.
  const asSaved = (await vscode.workspace.openTextDocument(file)).getText();
  const own = await runPaced(() => changes(conflict.theirs.state, mergedState(conflict, 'yours')));
  const answer = from === 'push' ? await askAboutMerged(conflict, own) : 'keep';
  if (answer === 'undo') {
    undone.add(merge.file);
    await replaceText(file, texts.yours, asSaved);
    return undefined;
  }
  undone.delete(merge.file);
  await recordMerge(context, merge);
  if (from === 'pull') void offerPush(merge);
  return answer === 'push' ? 'merged' : undefined;
}

async function recordMerge({ memoryStore, refresh }: MergeContext, { file, conflict }: Merge): Promise<void> {
  // The person may still undo the merge, so the next push shows its diff.
  const seen = { ...seenNow({ now: Date.now }, conflict.theirs), unconfirmed: true } as const;
  await memoryStore.set(file, conflict.target, seen);
  refresh(vscode.Uri.parse(file));
}

/** The actions at the end of a merge in the merge editor. */
export function mergeEnds(context: MergeContext): MergeEnds {
  const { server, merges } = context;
  const ends: MergeEnds = {
    complete: async (merge, last) => {
      const all = await decidedText(server, merge, last);
      if (all === undefined || (await isOutdated(merge))) {
        void ends.cutOff(merge);
        await merges.open(merge, last);
      } else if (await replaceText(vscode.Uri.parse(merge.file), all, merge.texts.yours)) {
        await recordMerge(context, merge);
        void offerPush(merge);
      }
    },
    abandoned: async (merge, last) => {
      const { toggle, environment } = namesOf(merge.conflict.target);
      const sentence = t(
        'The merge of {0} with {1} was closed before it was complete. Your file is unchanged.',
        toggle,
        environment,
      );
      const buttons = { [t('Continue the Merge')]: true };
      if (await notify('information', sentence, buttons)) await merges.open(merge, last);
    },
    cutOff: async ({ file, conflict: { target } }) => {
      const { toggle } = namesOf(target);
      const sentence = t('The merge of {0} cannot be completed, because the file has changed since it began.', toggle);
      if (await notify('information', sentence, { [t('Merge Again')]: true }))
        await vscode.commands.executeCommand('toggleTargeting.pull', vscode.Uri.parse(file), target.environment);
    },
  };
  return ends;
}

/** Fills undecided conflicts with the person's own side. @returns undefined if the file is being changed */
async function decidedText(
  server: LanguageServer,
  { file, conflict }: Merge,
  text: string,
): Promise<string | undefined> {
  const result = stateIn(text, conflict);
  if (result === undefined) return text;
  const [base, theirs] = [mergedState(conflict, 'base'), mergedState(conflict, 'yours')];
  const all = mergeStates({ base, theirs, yours: result });
  return sameState(all, result) ? text : textOfState(server, vscode.Uri.parse(file), conflict, all);
}

/** @returns the state that the text describes; undefined if the text is not valid JSON */
function stateIn(text: string, { theirs }: Conflict): State | undefined {
  try {
    return stateAfterPatch(readBody(text), theirs.state).state;
  } catch {
    return undefined;
  }
}

/** @returns the state as JSON text, formatted like the file; undefined if the file is being changed */
async function textOfState(
  server: LanguageServer,
  file: vscode.Uri,
  conflict: Conflict,
  state: State,
): Promise<string | undefined> {
  const body = JSON.stringify(stateInFile(state, conflict));
  const pull = await server.ask(pullRequest, { uri: file.toString(), body });
  // The document may have been reopened, which restarts its version count.
  const { version } = await vscode.workspace.openTextDocument(file);
  return pull?.kind === 'ready' && pull.version === version ? pull.text : undefined;
}

async function offerPush({ file, conflict: { target } }: Merge): Promise<void> {
  const { toggle, environment } = namesOf(target);
  const sentence = t('{0} is merged with {1}, and not pushed yet.', toggle, environment);
  if (await notify('information', sentence, { [t('Push…')]: true }))
    await vscode.commands.executeCommand('toggleTargeting.push', vscode.Uri.parse(file), target.environment);
}

/**
 * Replaces the file's text in one edit, so that a single undo reverts it. @returns whether the file was saved
 * @param instead the expected current text; if the file contains another text, the file stays unchanged
 */
async function replaceText(file: vscode.Uri, text: string, instead: string): Promise<boolean> {
  // The document is opened again, because it may have been closed in the meantime.
  const document = await vscode.workspace.openTextDocument(file);
  if (document.getText() !== instead) {
    void notify('error', t('The file has changed in the meantime. Please try again.'));
    return false;
  }
  const all = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, all, text);
  if (!(await vscode.workspace.applyEdit(edit))) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'json', content: text }));
    void notify('error', t('The file cannot be changed. The result of the merge is in a new file.'));
    return false;
  }
  // If the file cannot be saved, the editor itself reports the reason.
  return saved(document);
}
