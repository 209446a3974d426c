/** Provides definitions, references, highlights, renames and workspace symbols. */
import { askedFor, placesOf } from '../../core/code/askedFor.js';
import { definition, isDefinedElsewhere } from '../../core/features/names/definition.js';
import { documentHighlight } from '../../core/features/layout/documentHighlight.js';
import { references, toggleAskedFor } from '../../core/features/names/references.js';
import { prepareRename, rename } from '../../core/features/names/rename.js';
import { workspaceSymbol } from '../../core/features/layout/workspaceSymbol.js';
import type { Capability } from '../session.js';

export const navigation: Capability = (session) => {
  const { connection, client, project, codeIndex, answer, fenced } = session;
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
    answer(
      null,
      async (open, { position, context: { includeDeclaration } }) => {
        const found = references(open, position, { toggles: await project.ready(), includeDeclaration });
        const toggle = toggleAskedFor(open, position, project.files.identity(open.uri).toggle);
        const asked = toggle === undefined ? undefined : await codeIndex.asked(open.uri, toggle);
        return [...found, ...(asked === undefined ? [] : placesOf(asked)).map(({ uri, range }) => ({ uri, range }))];
      },
      async (code, { position }) => {
        const asked = await session.codeAnswers.asked(code, position);
        if (asked === undefined) return null;
        const { files } = await codeIndex.of(asked.scope);
        return placesOf(askedFor(asked.key, files)).map(({ uri, range }) => ({ uri, range }));
      },
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
