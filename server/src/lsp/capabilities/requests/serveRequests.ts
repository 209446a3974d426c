/** Requests to serve an environment to local applications. The served data is updated when the environment changes. */
import {
  addUserRequest,
  servableRequest,
  serveRequest,
  servingNotification,
  stopServingRequest,
} from '../../../core/protocol.js';
import type { Capability } from '../../session.js';
import { addUser } from '../../addUser.js';

export const serve: Capability = (session) => {
  const { connection, documents, serving, fenced, logged, onRequest, onDocument } = session;
  onRequest(servableRequest, [], ({ uri }) => serving.servable(uri));
  onRequest(serveRequest, { kind: 'failed', reason: '' }, (params) => serving.start(params));
  onRequest(stopServingRequest, null, async () => {
    await serving.stop();
    return null;
  });
  connection.onShutdown(() => fenced(undefined, () => serving.stop()));
  onDocument(addUserRequest, null, (open, params) => addUser(session, open, params));
  serving.onChanged(() => {
    const { now } = serving;
    connection.sendNotification(servingNotification, now === undefined ? {} : { serving: now }).catch(logged);
  });
  for (const onChanged of [documents.onDidChangeContent, documents.onDidClose])
    onChanged(({ document: { uri, kind } }) =>
      fenced(undefined, () => {
        if (kind === 'targeting') serving.take(uri);
      }),
    );
  session.changes.on('served', async (change) => {
    if (change.of === 'users') serving.takeSegments();
    else if (change.of === 'toggles' && change.uris !== undefined) for (const uri of change.uris) serving.take(uri);
    else await serving.takeAll();
  });
  return {};
};
