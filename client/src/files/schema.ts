/**
 * The schema that VS Code's own JSON support gets for our files: one that finds nothing, as the language server does. The
 * support asks for it when such a file is opened, and that alone activates this extension where a workspace had none of our
 * files when it was opened. Other JSON wakes nothing up.
 */
import * as vscode from 'vscode';
import any from '../../../schemas/any.schema.json' with { type: 'json' };

export const schemaScheme = 'toggle-targeting-schema';

export function registerSchema(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(schemaScheme, {
    provideTextDocumentContent: () => JSON.stringify(any),
  });
}
