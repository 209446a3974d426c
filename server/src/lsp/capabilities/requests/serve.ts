/** An environment that is served to applications on this machine: our own requests. It follows documents, files, configs, users and services. */
import {
  addUserRequest,
  servableRequest,
  serveRequest,
  servingNotification,
  stopServingRequest,
} from '../../../core/protocol.js';
import type { ServeAnswer } from '../../../core/protocol.js';
import type { Capability } from '../../session.js';
import { addedUser } from '../../addUser.js';

export const serve: Capability = (session) => {
  const { connection, documents, serving, fenced, answer, logged } = session;
  connection.onRequest(servableRequest, ({ uri }) => fenced([], () => serving.servable(uri)));
  connection.onRequest(serveRequest, (params) =>
    fenced<ServeAnswer>({ kind: 'failed', reason: '' }, () => serving.start(params)),
  );
  connection.onRequest(stopServingRequest, () =>
    fenced(null, async () => {
      await serving.stop();
      return null;
    }),
  );
  connection.onShutdown(() => fenced(undefined, () => serving.stop()));
  connection.onRequest(
    addUserRequest,
    answer(null, (open, params) => addedUser(session, open, params)),
  );
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
  const takeAll = () => void fenced(undefined, () => serving.takeAll());
  session.onOthersChanged((uris) => {
    if (uris === undefined) takeAll();
    else void fenced(undefined, () => uris.forEach((uri) => serving.take(uri)));
  });
  session.onConfigsChanged(takeAll);
  session.onServicesChanged(takeAll);
  session.onUsersChanged(() => void fenced(undefined, () => serving.takeSegments()));
  return {};
};
