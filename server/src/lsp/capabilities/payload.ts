import { payload } from '../../features/payload.js';
import type { Payload } from '../../protocol.js';
import { payloadRequest } from '../../protocol.js';
import type { Capability } from '../capability.js';

export const payloadRequests: Capability = ({ connection, answer }) => {
  connection.onRequest(payloadRequest, ({ uri, version: checked, comment }) =>
    answer<Payload>(uri, { kind: 'changed' }, (open) => {
      if (open.version !== checked) return { kind: 'changed' };
      const body = payload(open.json, comment);
      return body === undefined ? { kind: 'not-an-object' } : { kind: 'ready', body };
    }),
  );
  return {};
};
