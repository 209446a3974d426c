/** What is known of an open file before it is pushed, the problems included that the editor shows by itself. */
import { ratingOfPush } from '../../checks/rating.js';
import { diagnostics } from '../../features/diagnostics.js';
import { commentOf } from '../../features/payload.js';
import type { Check } from '../../protocol.js';
import { checkRequest } from '../../protocol.js';
import type { Capability } from '../capability.js';

export const checkRequests: Capability = ({ connection, configs, docs, report }) => {
  connection.onRequest(checkRequest, ({ uri }) =>
    report<Check | null>(uri, null, async (open) => {
      const rating = ratingOfPush(await configs.ratingFor(uri));
      const comment = commentOf(open.json);
      return {
        version: open.version,
        problems: diagnostics(open, { rating, docs, reportedByEditor: () => false }),
        ...(comment !== undefined && { comment }),
      };
    }),
  );
  return {};
};
