/**
 * unused-variation: nothing in the file serves it. Known only of a file that says all that is served: of what is absent, the
 * service keeps what it has stored.
 */
import { messages } from './catalogue.js';
import type { WholeRule } from './rule.js';

export const unusedVariation: WholeRule = ({ listed = [], served, saysAllServes }) =>
  saysAllServes
    ? listed.flatMap((_variation, index) =>
        served.has(index)
          ? []
          : [{ code: 'unused-variation', of: 'variations', index, path: [], message: messages.unusedVariation(index) }],
      )
    : [];
