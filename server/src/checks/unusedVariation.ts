/**
 * unused-variation: nothing in the file serves it. Known only of a file that says all that is served: of what is absent, the
 * service keeps what it has stored.
 */
import { messages } from './catalogue.js';
import type { FileCheck } from './check.js';

export const unusedVariation: FileCheck<'variations' | 'served' | 'saysAllServes'> = ({
  variations = [],
  served,
  saysAllServes,
}) =>
  saysAllServes
    ? variations.flatMap((_variation, index) =>
        served.has(index)
          ? []
          : [{ code: 'unused-variation', of: 'variations', index, path: [], message: messages.unusedVariation(index) }],
      )
    : [];
