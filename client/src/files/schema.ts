/** A JSON schema that accepts anything. VS Code's JSON support requests it, which activates the extension. */
import * as vscode from 'vscode';
import any from '../../../schemas/any.schema.json' with { type: 'json' };

export const schemaScheme = 'toggle-targeting-schema';

export function registerSchema(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(schemaScheme, {
    provideTextDocumentContent: () => JSON.stringify(any),
  });
}
