/** What the file means, in words: under the pointer, in the line, and above it. */
import { codeLens } from '../../features/codeLens.js';
import { knownSegments } from '../../features/completion/inService.js';
import { hover } from '../../features/hover.js';
import { inlayHints } from '../../features/inlayHints.js';
import { CodeLensRefreshRequest } from '../lsp.js';
import type { Capability } from '../session.js';

export const explanations: Capability = (session) => {
  const { connection, client, services, beside, locale, now, settings, answer, fenced, logged } = session;
  connection.onHover(
    answer(null, async (open, { position }) => {
      const segments = knownSegments({ services: await services.seen(open.uri), locale });
      const known = {
        beside: beside.of(open.uri),
        tested: () => beside.targetingTestedBy(open.uri),
        schemaIsKnown: settings.now.editorReports.config && open.kind !== 'targeting',
      };
      return hover(open, position, { now: now(), locale, segments, ...known }) ?? null;
    }),
  );
  connection.languages.inlayHint.on(answer([], (open, { range }) => inlayHints(open, range, settings.now.inlayHints)));
  connection.onCodeLens(
    answer(null, (open) => (settings.now.codeLens ? codeLens(open, settings.now.showReferencesCommand) : [])),
  );
  if (client.workspace?.inlayHint?.refreshSupport === true)
    settings.onChanged(() => void connection.languages.inlayHint.refresh().catch(logged));
  if (client.workspace?.codeLens?.refreshSupport === true) {
    settings.onChanged((before) => {
      if (before.codeLens === settings.now.codeLens) return;
      void fenced(undefined, () => connection.sendRequest(CodeLensRefreshRequest.type));
    });
  }
  return { hoverProvider: true, inlayHintProvider: true, codeLensProvider: {} };
};
