/** The language server, as a table of capabilities. Each capability registers handlers and declares its features. */
import type { Connection, InitializeResult, ServerCapabilities } from 'vscode-languageserver';
import { addTest } from './capabilities/requests/addTest.js';
import { agents } from './capabilities/requests/agents.js';
import { attributes } from './capabilities/requests/attributes.js';
import { askedInCode } from './capabilities/requests/askedInCode.js';
import { codeLensProvider } from './capabilities/codeLens.js';
import { codeActionProvider } from './capabilities/codeActions.js';
import { completionProvider } from './capabilities/completionCapability.js';
import { diagnosticProvider } from './capabilities/diagnostics.js';
import { evaluation } from './capabilities/requests/evaluation.js';
import { explanations } from './capabilities/explanations.js';
import { carryingOver } from './capabilities/requests/carryOverRequests.js';
import { code } from './capabilities/codeCapability.js';
import { comparisons } from './capabilities/requests/comparisonRequests.js';
import { impact } from './capabilities/requests/impact.js';
import { navigation } from './capabilities/navigation.js';
import { push } from './capabilities/requests/pushRequests.js';
import { rules } from './capabilities/requests/ruleRequests.js';
import { serve } from './capabilities/requests/serveRequests.js';
import { structure } from './capabilities/structure.js';
import { tests } from './capabilities/requests/testRequests.js';
import { textDocumentSync } from './capabilities/textDocumentSync.js';
import { why } from './capabilities/requests/whyRequest.js';
import { workspaceChanges } from './capabilities/workspace.js';
import { workspaceDiagnostics } from './capabilities/workspaceDiagnostics.js';
import type { Capability, ServerOptions } from './session.js';
import { sessionOf } from './session.js';
import { readSettings } from './settings.js';

/** The capabilities. Their listeners of document events run in this order. */
const capabilities: readonly Capability[] = [
  textDocumentSync,
  workspaceChanges,
  workspaceDiagnostics,
  diagnosticProvider,
  codeActionProvider,
  completionProvider,
  explanations,
  codeLensProvider,
  navigation,
  structure,
  evaluation,
  addTest,
  tests,
  push,
  rules,
  impact,
  carryingOver,
  attributes,
  comparisons,
  askedInCode,
  agents,
  code,
  serve,
  why,
];

export function startServer(connection: Connection, options: ServerOptions): void {
  connection.onInitialize((params): InitializeResult => {
    options.speak(params.locale, readSettings(params.initializationOptions).words);
    const session = sessionOf(connection, options, params);
    return {
      serverInfo: { name: 'toggle-targeting', version: options.version },
      capabilities: capabilities.reduce<ServerCapabilities>((all, add) => ({ ...all, ...add(session) }), {}),
    };
  });
  connection.listen();
}
