/** The tests of targeting: our own requests, for the client's Test Explorer. */
import type { ListedTests, RanTests } from '../../../core/protocol.js';
import { listTestsRequest, runTestsRequest } from '../../../core/protocol.js';
import type { Capability } from '../../session.js';

export const tests: Capability = ({ connection, testRuns, fenced }) => {
  connection.onRequest(listTestsRequest, ({ uri }) => fenced<ListedTests | null>(null, () => testRuns.list(uri)));
  connection.onRequest(runTestsRequest, (params) => fenced<RanTests | null>(null, () => testRuns.run(params)));
  return {};
};
