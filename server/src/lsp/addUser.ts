/** Adds a user who was entered or seen in an application to the users file, which is created if it is missing. */
import { t } from '../core/t.js';
import type { ReasonParams } from '../core/protocol.js';
import type { OpenDocument } from '../core/features/openDocument.js';
import { usersFileName } from '../core/targeting/fileNames.js';
import { folderOf, pathBelow } from '../workspace/disk/uris.js';
import { addItem } from './addItem.js';
import { allUsersFor } from './evaluations.js';
import type { Session } from './session.js';

/** @returns why nothing was added; null if the user was added or is unknown */
export async function addUser(session: Session, { uri }: OpenDocument, params: ReasonParams): Promise<string | null> {
  const { project, serving } = session;
  const users = project.users(uri);
  const person = allUsersFor(uri, users?.all ?? [], params.asked, serving).find(({ name }) => name === params.user);
  if (person === undefined) return null;
  const { name, key, attributes, segments } = person;
  const root = project.files.folders.find((folder) => pathBelow(folder, uri) !== undefined) ?? folderOf(uri);
  const refusal = await addItem(session, {
    uri: users?.uri ?? `${root}/${usersFileName}`,
    list: 'users',
    json: JSON.stringify({ name, key, attributes: Object.fromEntries(attributes), segments }),
    incomplete: (file) => t('{0} is incomplete or has no list of users. Fix it, then add the user again.', file),
  });
  return refusal ?? null;
}
