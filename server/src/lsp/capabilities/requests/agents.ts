/** Requests of the client's language model tools: a file's problems with edits that fix them, and the file in words. */
import { diagnostics } from '../../../core/features/diagnostics.js';
import { fileInWords } from '../../../core/features/fileInWords.js';
import { fixesOfShown, reportedProblem } from '../../../core/features/reportedProblem.js';
import * as protocol from '../../../core/protocol.js';
import { otherTogglesOf } from '../../../core/targeting/otherToggles.js';
import type { Capability } from '../../session.js';

/** The limit is low, because an agent asks again after it has fixed the reported problems. */
const MAX_REPORTED_PROBLEMS = 100;

export const agents: Capability = ({ project, ratingFor, deadTargeting, docs, onRequest, onDocument }) => {
  onRequest(
    protocol.isInsideRequest,
    false,
    ({ uri }) => project.files.isInside(uri) && project.bounds.outside(uri) === undefined,
  );
  onDocument(protocol.problemReportRequest, null, async (open) => {
    const rating = ratingFor(open.uri);
    await deadTargeting.complete(open.uri);
    const all = diagnostics(open, { rating, docs, reportedByEditor: () => false });
    const fixes = fixesOfShown(open, rating, () =>
      otherTogglesOf(project.files.toggles, open.uri).map(({ key }) => key),
    );
    const problems = all
      .slice(0, MAX_REPORTED_PROBLEMS)
      .map((each, index) => ({ ...reportedProblem(each), fixes: fixes[index] ?? [] }));
    return { problems, count: all.length };
  });
  onDocument(protocol.fileInWordsRequest, null, (open) => (open.kind === 'targeting' ? fileInWords(open.json) : null));
  return {};
};
