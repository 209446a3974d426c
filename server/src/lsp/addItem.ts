/** Adds an item to a list in a file next to a targeting file, creates the file if needed, and shows the item. */
import { t } from '../core/t.js';
import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { MAX_BESIDE_BYTES } from '../core/checks/text/unreadable.js';
import { placeOfLast, withLast } from '../core/results/tests/lastItem.js';
import { applyEdits, textEdits } from '../core/json/edit/edits.js';
import { parse } from '../core/json/document.js';
import { rangeIn } from '../core/json/queries.js';
import { nameOf } from '../workspace/disk/uris.js';
import type { Session } from './session.js';

export interface NewItem {
  readonly uri: string;
  readonly list: 'cases' | 'users';
  readonly json: string;
  /** The message to show if the file is broken or lacks the list. */
  readonly incomplete: (name: string) => string;
}

/** @returns why nothing was added; undefined if the item was added */
export async function addItem(session: Session, item: NewItem): Promise<string | undefined> {
  const { connection, client, documents, disk, project } = session;
  const { uri, list, json } = item;
  const onDisk = project.bounds.outside(uri) === undefined ? disk.read(uri, MAX_BESIDE_BYTES) : undefined;
  const text = documents.get(uri)?.json.text ?? onDisk;
  const file = typeof text === 'string' ? parse(text) : undefined;
  const edits = text === undefined || file !== undefined ? withLast(file, list, json) : undefined;
  if (edits === undefined) return item.incomplete(nameOf(uri));
  const made = textEdits(file ?? parse(''), edits);
  const { applied } = await connection.workspace.applyEdit(editOf(uri, made, text === undefined));
  if (!applied) return t('The editor did not change {0}.', nameOf(uri));
  if (client.window?.showDocument?.support === true) {
    const now = parse(applyEdits(file?.text ?? '', edits));
    await connection.window.showDocument({ uri, takeFocus: true, selection: rangeIn(now, placeOfLast(now, list)) });
  }
  return undefined;
}

function editOf(uri: string, edits: TextEdit[], isNew: boolean): WorkspaceEdit {
  if (!isNew) return { changes: { [uri]: edits } };
  const textDocument = { uri, version: null };
  return {
    documentChanges: [
      { kind: 'create', uri },
      { textDocument, edits },
    ],
  };
}
