/** Writes what a service has stored into an open file, or into a new one. */
import { newFile, pull } from '../../features/pulled.js';
import type { Pull } from '../../protocol.js';
import { newFileRequest, pullRequest } from '../../protocol.js';
import type { Capability } from '../capability.js';

export const pullRequests: Capability = ({ connection, answer, fenced }) => {
  connection.onRequest(pullRequest, ({ uri, body }) => answer<Pull | null>(uri, null, (open) => pull(open, body)));
  connection.onRequest(newFileRequest, ({ body }) => fenced('', () => newFile(body)));
  return {};
};
