/** From a place to what belongs to it, in this file and in others. */
import { definition, isDefinedElsewhere } from '../../core/features/definition.js';
import { documentHighlight } from '../../core/features/documentHighlight.js';
import { references } from '../../core/features/references.js';
import { prepareRename, rename } from '../../core/features/rename.js';
import { workspaceSymbol } from '../../core/features/workspaceSymbol.js';
import type { Capability } from '../session.js';

export const navigation: Capability = (session) => {
  const { connection, client, project, answer, fenced } = session;
  const { definition: links, rename: renames } = client.textDocument ?? {};
  connection.onDefinition(
    answer(
      null,
      async (open, { position }) => {
        const toggles = isDefinedElsewhere(open, position) ? await project.ready() : project.files.toggles;
        return definition(open, position, {
          toggles,
          links: links?.linkSupport === true,
          beside: project.beside(open.uri),
        });
      },
      (code, params) => session.codeAnswers.definition(code, params),
    ),
  );
  connection.onReferences(
    answer(null, async (open, { position, context: { includeDeclaration } }) =>
      references(open, position, { toggles: await project.ready(), includeDeclaration }),
    ),
  );
  connection.onDocumentHighlight(answer(null, (open, { position }) => documentHighlight(open, position)));
  connection.onPrepareRename(answer(null, (open, { position }) => prepareRename(open, position) ?? null));
  connection.onRenameRequest(answer(null, (open, { position, newName }) => rename(open, position, newName) ?? null));
  connection.onWorkspaceSymbol(({ query }) => fenced(null, async () => workspaceSymbol(query, await project.ready())));
  return {
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: renames?.prepareSupport === true ? { prepareProvider: true } : true,
    workspaceSymbolProvider: true,
  };
};
