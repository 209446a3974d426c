/** Lists a file's environments in the toggles view. Compares the file with the state read last; sends no requests. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { targetsRequest } from '../../../server/src/core/protocol.js';
import { isReadable } from '../../../server/src/service/http/service.js';
import { notCompared } from '../../../server/src/service/toggles/toggleNodes.js';
import { inBrowser } from '../here.js';
import type { Background } from '../drift/background.js';
import { readBodyOf } from '../drift/background.js';
import type { ReportContext } from '../push/reportPush.js';
import { isBeingEdited, readInBackground } from '../services.js';
import { EnvironmentItem, NoteItem } from './toggleItems.js';

export type ToggleContext = Pick<ReportContext, 'server' | 'credentials' | 'protection' | 'log'> & {
  readonly background: Background;
};

export async function environmentsOf(
  context: ToggleContext,
  file: vscode.Uri,
): Promise<readonly (EnvironmentItem | NoteItem)[]> {
  const { server, protection, background } = context;
  const found = await server.ask(targetsRequest, { uri: file.toString() });
  if (found.kind === 'none') return [note(t('There is no targeting.config.json for this file.'), file)];
  if (found.kind === 'unusable') return [note(found.reason, file)];
  if (isBeingEdited(found.configUri))
    return [note(t('targeting.config.json has unsaved changes. Save it first.'), file)];
  const first = new Set(readInBackground(found).first.map(({ environment }) => environment));
  const guarded = protection.of(found);
  const targets = guarded.kind === 'found' ? guarded.targets : [];
  const says = first.size === 0 ? undefined : await readBodyOf(server, await vscode.workspace.openTextDocument(file));
  return Promise.all(
    targets.map(async (target) => {
      if (inBrowser) return new EnvironmentItem(file, target, notCompared(target, 'in-browser'));
      if (!isReadable(target)) return new EnvironmentItem(file, target, notCompared(target, 'unreadable'));
      if (!first.has(target.environment))
        return new EnvironmentItem(file, target, notCompared(target, 'not-among-first'));
      if (says === undefined) return new EnvironmentItem(file, target, notCompared(target, 'no-object'));
      return new EnvironmentItem(file, target, await background.compare(file, target, says));
    }),
  );
}

function note(reason: string, file: vscode.Uri): NoteItem {
  return new NoteItem(reason, 'toggleTargeting.configure', file);
}
