/** Starts the language server if there is a targeting file, and sends it the editor's settings. */
import type { ExtensionContext, LogOutputChannel, TextDocument } from 'vscode';
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { BaseLanguageClient, ErrorHandler, RequestParam, RequestType } from 'vscode-languageclient';
import { CloseAction, DidChangeConfigurationNotification, ErrorAction, State } from 'vscode-languageclient';
import type { ServerSettings } from '../../../server/src/core/protocol.js';
import {
  promoteRuleCommand,
  deleteVariationCommand,
  newFileCommand,
  openCommand,
  showPlaceCommand,
  showWhyCommand,
} from '../../../server/src/core/features/commandNames.js';
import { findOwnFiles } from '../files/findOurs.js';
import { inBrowser } from '../here.js';
import { logged, ActionableError } from '../fence.js';
import { giveFiles, hasToGive } from '../files/givenFiles.js';
import { reachMilestone } from '../milestones.js';
import { isConfig, isInFolder, isOurs, ourFiles, schemes } from '../files/ours.js';
import { notify } from '../say.js';
import { clientOf } from './startedServer.js';

/** The URI scheme of the pages in codePages.ts. */
export const codePagesScheme = 'toggle-targeting-code';

export interface LanguageServer {
  readonly client: () => Promise<BaseLanguageClient>;
  /** Sends a request. Starts the server if it is not running. */
  readonly ask: <P, R>(request: RequestType<P, R, void>, params: NoInfer<RequestParam<P>>) => Promise<R>;
  /** Restarts the server, even if it has crashed too often to be restarted automatically. */
  readonly restart: () => Promise<void>;
  /** Whether the server is running. Lenses do not wait for its start, since VS Code requests slow lenses less often. */
  readonly isRunning: () => boolean;
  /** Whether the server crashed too often to be restarted automatically. */
  readonly isGivenUp: () => boolean;
  readonly dispose: () => void;
}

export function languageServer(
  context: ExtensionContext,
  log: LogOutputChannel,
  started: (client: BaseLanguageClient) => void,
  ended: () => void,
): LanguageServer {
  let running: Promise<BaseLanguageClient> | undefined;
  let state = State.Stopped;
  let isGivenUp = false;
  const client = async () => {
    if (isGivenUp)
      throw new ActionableError(
        t('the language server has ended. Restart it, then try again.'),
        t('Restart Language Server'),
        'toggleTargeting.restartServer',
      );
    running ??= start(context, log, hasStarted, givenUp).catch((error: unknown) => {
      // The next call tries to start the server again.
      running = undefined;
      throw error;
    });
    return running;
  };
  const hasStarted = (active: BaseLanguageClient) => {
    state = active.state;
    active.onDidChangeState(({ newState }) => (state = newState));
    started(active);
  };
  const restart = async () => {
    isGivenUp = false;
    const before = await running;
    await before?.stop();
    await (before === undefined ? client() : before.start());
  };
  const givenUp = async () => {
    isGivenUp = true;
    ended();
    const sentence = t(
      'The language server of Toggle Targeting crashed 5 times in 3 minutes. Validation, completion and push are off until you restart it.',
    );
    const answer = await notify('error', sentence, {
      [t('Restart Language Server')]: 'restart',
      [t('Show Log')]: 'show-log',
    });
    if (answer === 'restart') await restart();
    if (answer === 'show-log') log.show();
  };
  const startFor = (document: TextDocument) => {
    if (!isOurs(document)) return;
    client().catch(logged(log));
  };
  const opened = vscode.workspace.onDidOpenTextDocument(startFor);
  const tellSettings = async () => {
    if (isGivenUp) return;
    await (await running)?.sendNotification(DidChangeConfigurationNotification.type, { settings: serverSettings() });
  };
  const configured = vscode.workspace.onDidChangeConfiguration(async (event) => {
    if (event.affectsConfiguration('toggleTargeting') || event.affectsConfiguration('json.validate'))
      await tellSettings();
  });
  const trusted = vscode.workspace.onDidGrantWorkspaceTrust(tellSettings);
  // Each workspace folder may have its own settings.
  const foldersChanged = vscode.workspace.onDidChangeWorkspaceFolders(tellSettings);
  vscode.workspace.textDocuments.forEach(startFor);
  // The server starts even if none of our files is open, because closed files should also show their problems.
  hasOurFiles()
    .then(async (are) => {
      if (are) await client();
    })
    .catch(logged(log));
  return {
    client,
    ask: async (request, params) => (await client()).sendRequest(request, params),
    restart,
    isRunning: () => state === State.Running,
    isGivenUp: () => isGivenUp,
    dispose: () => {
      opened.dispose();
      configured.dispose();
      trusted.dispose();
      foldersChanged.dispose();
      running?.then((active) => active.dispose()).catch(() => undefined);
    },
  };
}

async function hasOurFiles(): Promise<boolean> {
  return (await findOwnFiles(1)).files.length > 0;
}

async function start(
  context: ExtensionContext,
  log: LogOutputChannel,
  started: (client: BaseLanguageClient) => void,
  givenUp: () => Promise<void>,
): Promise<BaseLanguageClient> {
  let usual: ErrorHandler | undefined;
  const client: BaseLanguageClient = await clientOf(context, {
    documentSelector: schemes().map((scheme) => ({ scheme, pattern: ourFiles })),
    initializationOptions: {
      ...serverSettings(),
      ...{ givesFiles: hasToGive(), words: inBrowser ? vscode.l10n.bundle : undefined },
    },
    outputChannel: log,
    errorHandler: {
      // When the server dies, all pending writes fail at once, and `closed` is called as well. VS Code shows only two
      // of three notifications within 0.8 seconds, so notifications here could hide the notification from `closed`.
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: async () => {
        usual ??= client.createDefaultErrorHandler();
        const next = await usual.closed();
        if (next.action === CloseAction.Restart) return next;
        // A new handler counts the crashes after the restart.
        usual = undefined;
        givenUp().catch(logged(log));
        return { ...next, handled: true };
      },
    },
    middleware: {
      // Documents outside of the workspace folders, such as earlier versions of files, are not sent to the server.
      didOpen: (document, next) => (isInFolder(document.uri) ? next(document) : Promise.resolve()),
      provideHover: (document, position, token, next) =>
        isLeftToJson(document) ? null : next(document, position, token),
      provideCompletionItem: async (document, position, completing, token, next) => {
        if (isLeftToJson(document)) return [];
        // In files of code, VS Code may suggest words, so an empty response stays empty.
        if (!isOurs(document)) return next(document, position, completing, token);
        return orSilence(await next(document, position, completing, token), document, position);
      },
    },
  });
  let giving: vscode.Disposable | undefined;
  client.onDidChangeState(({ newState }) => {
    giving?.dispose();
    // A restarted server has lost all files, so they are sent again.
    giving = newState === State.Running && hasToGive() ? giveFiles(client, log) : undefined;
  });
  await client.start();
  reachMilestone('isUsed');
  started(client);
  return client;
}

/**
 * An empty response makes VS Code suggest words from the file, so the response has an item that never matches the
 * text before the cursor. VS Code would show this item on an otherwise blank line, so the response omits it there.
 */
function orSilence(
  answer: vscode.CompletionItem[] | vscode.CompletionList | null | undefined,
  document: TextDocument,
  position: vscode.Position,
): vscode.CompletionItem[] | vscode.CompletionList {
  const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
  const before = document.lineAt(position).text.slice(0, position.character);
  const word = document.getWordRangeAtPosition(position)?.start.character ?? before.length;
  const start = startOfString(before) ?? Math.min(word, before.trimEnd().length - 1);
  if (items.length > 0 || start < 0) return answer ?? [];
  const silent = new vscode.CompletionItem(' ');
  silent.filterText = '\u{10FFFF}';
  silent.range = new vscode.Range(position.with({ character: start }), position);
  return new vscode.CompletionList([silent], true);
}

/** Whether VS Code's JSON support provides a config's hovers and completions, although its validation is off. */
function isLeftToJson(document: vscode.TextDocument): boolean {
  return isConfig(document) && hasJsonSupport() && !validatesJson();
}

function validatesJson(): boolean {
  return hasJsonSupport() && vscode.workspace.getConfiguration('json').get<boolean>('validate.enable', true);
}

/** @returns the column of the opening quote of a string that is not closed in the line */
function startOfString(line: string): number | undefined {
  let start: number | undefined;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') start = start === undefined ? at : undefined;
    else if (line[at] === '\\' && start !== undefined) at += 1;
  }
  return start;
}

function serverSettings(): ServerSettings {
  const validates = validatesJson();
  const own = vscode.workspace.getConfiguration('toggleTargeting');
  const folders = vscode.workspace.workspaceFolders ?? [];
  return {
    ...ofFolder(),
    // If there is only one folder, the workspace's settings are also the folder's settings.
    folders: folders.length > 1 ? folders.map(({ uri }) => ({ uri: uri.toString(), ...ofFolder(uri) })) : [],
    maxProblems: own.get<number>('maxProblems', 1_000),
    problemsIn: own.get<'workspace' | 'openFiles'>('problemsIn', 'workspace'),
    serviceKnowledge: own.get<boolean>('serviceKnowledge', true),
    isTrusted: vscode.workspace.isTrusted,
    showReferencesCommand: 'toggleTargeting.showReferences',
    showUsersCommand: 'toggleTargeting.whoGetsWhat.focus',
    codePages: codePagesScheme,
    codeFolders: own.get<readonly string[]>('code.folders', []).map((path) => vscode.Uri.file(path).toString()),
    editorReports: {
      syntax: validates,
      config: validates,
      // The client provides the outline itself (outline.ts).
      symbols: true,
      foldingRanges: hasJsonSupport(),
      selectionRanges: hasJsonSupport(),
    },
    clientCommands: [
      promoteRuleCommand,
      deleteVariationCommand,
      newFileCommand,
      openCommand,
      showPlaceCommand,
      showWhyCommand,
    ],
  };
}

/** The settings of a folder, or the workspace's settings if `folder` is undefined. */
function ofFolder(folder?: vscode.Uri) {
  const own = vscode.workspace.getConfiguration('toggleTargeting', folder);
  return {
    problems: severities(own),
    hints: own.get<NonNullable<ServerSettings['hints']>>('hints', []),
    lenses: own.get<NonNullable<ServerSettings['lenses']>>('lenses', []),
  };
}

/** For look-alike names, only the user's own setting counts: a malicious workspace must not hide the warning. */
function severities(own: vscode.WorkspaceConfiguration): NonNullable<ServerSettings['problems']> {
  const { globalValue } = own.inspect<Record<string, string>>('problems') ?? {};
  return { ...own.get<Record<string, string>>('problems'), [lookAlikes]: globalValue?.[lookAlikes] };
}

const lookAlikes = 'look-alike-names';

function hasJsonSupport(): boolean {
  return vscode.extensions.getExtension('vscode.json-language-features') !== undefined;
}
