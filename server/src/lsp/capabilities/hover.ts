import { knownSegments } from '../../features/completion/inService.js';
import { hover } from '../../features/hover.js';
import type { Capability } from '../capability.js';

export const hoverProvider: Capability = ({ connection, services, locale, now, answer }) => {
  connection.onHover(({ textDocument, position }) =>
    answer(textDocument.uri, null, async (open) => {
      const segments = knownSegments({ services: await services.seen(open.uri), locale });
      return hover(open, position, { now: now(), locale, segments }) ?? null;
    }),
  );
  return { hoverProvider: true };
};
