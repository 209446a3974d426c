import { codeLens } from '../../features/codeLens.js';
import type { Capability } from '../capability.js';
import { CodeLensRefreshRequest } from '../lsp.js';

export const codeLensProvider: Capability = ({ connection, client, settings, answer, fenced }) => {
  connection.onCodeLens(({ textDocument: { uri } }) =>
    answer(uri, null, (open) => (settings.now.codeLens ? codeLens(open, settings.now.showReferencesCommand) : [])),
  );
  if (client.workspace?.codeLens?.refreshSupport === true) {
    settings.onChanged((before) => {
      if (before.codeLens === settings.now.codeLens) return;
      void fenced(undefined, () => connection.sendRequest(CodeLensRefreshRequest.type));
    });
  }
  return { codeLensProvider: {} };
};
