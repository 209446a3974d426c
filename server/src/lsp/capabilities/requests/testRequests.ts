/** Requests from the client's Test Explorer. */
import { listTestsRequest, runTestsRequest } from '../../../core/protocol.js';
import type { Capability } from '../../session.js';

export const tests: Capability = ({ testRuns, onRequest }) => {
  onRequest(listTestsRequest, null, ({ uri }) => testRuns.list(uri));
  onRequest(runTestsRequest, null, (params) => testRuns.run(params));
  return {};
};
