import { documentSymbol } from '../../features/documentSymbol.js';
import type { Capability } from '../capability.js';

export const documentSymbolProvider: Capability = ({ connection, client, settings, answer }) => {
  const hierarchical = client.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true;
  connection.onDocumentSymbol(({ textDocument: { uri } }) =>
    answer(uri, null, (open) => documentSymbol(open, { hierarchical })),
  );
  return settings.now.editorHas.symbols ? {} : { documentSymbolProvider: true };
};
