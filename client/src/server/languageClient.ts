/** Starts the language server where there is a targeting file, and keeps it told of the editor's settings. */
import type { ExtensionContext, LogOutputChannel, TextDocument } from 'vscode';
import * as vscode from 'vscode';
import type { BaseLanguageClient, ErrorHandler, RequestParam, RequestType } from 'vscode-languageclient';
import { CloseAction, DidChangeConfigurationNotification, ErrorAction, State } from 'vscode-languageclient';
import type { ServerSettings } from '../../../server/src/core/protocol.js';
import {
  carryRuleOverCommand,
  deleteVariationCommand,
  newFileCommand,
  openCommand,
  showPlaceCommand,
  showWhyCommand,
} from '../../../server/src/core/features/commandNames.js';
import { findOurs } from '../files/findOurs.js';
import { inBrowser } from '../here.js';
import { logged, ActionableError } from '../fence.js';
import { giveFiles, hasToGive } from '../files/givenFiles.js';
import { reached } from '../milestones.js';
import { isConfig, isInFolder, isOurs, ourFiles, schemes } from '../files/ours.js';
import { notify } from '../say.js';
import { clientOf } from './startedServer.js';

/** Of pages about code (codePages.ts). */
export const codePagesScheme = 'toggle-targeting-code';

export interface LanguageServer {
  /** The running client; starts it when it is not. */
  readonly client: () => Promise<BaseLanguageClient>;
  /** Starts it, too, when it is not running. */
  readonly ask: <P, R>(request: RequestType<P, R, void>, params: NoInfer<RequestParam<P>>) => Promise<R>;
  /** Also when it is no longer started by itself, because it ended too often. */
  readonly restart: () => Promise<void>;
  /**
   * Whether it answers at once. Lenses do not wait for its start: the longer an answer about lenses takes, the more seldom VS Code
   * asks for any lens of that file.
   */
  readonly isRunning: () => boolean;
  /** Whether it ended so often that it is not started by itself any more. */
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
        vscode.l10n.t('the language server has ended. Run "Restart Language Server", then try it again.'),
        vscode.l10n.t('Restart Language Server'),
        'toggleTargeting.restartServer',
      );
    running ??= start(context, log, hasStarted, givenUp).catch((error: unknown) => {
      // A start that failed is tried again at the next call.
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
    const sentence = vscode.l10n.t(
      'The language server of Toggle Targeting crashed 5 times in 3 minutes. Validation, completion and push are off until you restart it.',
    );
    const answer = await notify('error', sentence, {
      [vscode.l10n.t('Restart')]: 'restart',
      [vscode.l10n.t('Show Log')]: 'show-log',
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
  // Each folder may have its own.
  const foldersChanged = vscode.workspace.onDidChangeWorkspaceFolders(tellSettings);
  vscode.workspace.textDocuments.forEach(startFor);
  // So that files which are not open have their problems.
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
  return (await findOurs(1)).files.length > 0;
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
      // When the server dies, all that is being written to it fails at once; that its connection is closed is told besides. Of
      // three notifications within 0.8 seconds VS Code shows two, so a notification of each failure could hide the one below.
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: async () => {
        usual ??= client.createDefaultErrorHandler();
        const next = await usual.closed();
        if (next.action === CloseAction.Restart) return next;
        // Counted anew from the restart.
        usual = undefined;
        givenUp().catch(logged(log));
        return { ...next, handled: true };
      },
    },
    middleware: {
      // An earlier version of a file may have the same scheme.
      didOpen: (document, next) => (isInFolder(document.uri) ? next(document) : Promise.resolve()),
      provideHover: (document, position, token, next) =>
        isLeftToJson(document) ? null : next(document, position, token),
      provideCompletionItem: async (document, position, completing, token, next) => {
        if (isLeftToJson(document)) return [];
        // Words of the file are welcome in code.
        if (!isOurs(document)) return next(document, position, completing, token);
        return orSilence(await next(document, position, completing, token), document, position);
      },
    },
  });
  let giving: vscode.Disposable | undefined;
  client.onDidChangeState(({ newState }) => {
    giving?.dispose();
    // One that starts anew knows nothing.
    giving = newState === State.Running && hasToGive() ? giveFiles(client, log) : undefined;
  });
  await client.start();
  reached('isUsed');
  started(client);
  return client;
}

/**
 * Where nothing is known, VS Code would propose words of the file. An item that never matches what stands before the cursor
 * keeps them away: in a string, from its quote on, else from the word, or from the last character before the blanks. Where only
 * blanks are before the cursor, VS Code would show it, so it is left out.
 * Whatever is typed next is asked for anew.
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

/** VS Code's own JSON support knows the config's schema, which we contribute; the server knows of that only where it validates. */
function isLeftToJson(document: vscode.TextDocument): boolean {
  return isConfig(document) && hasJsonSupport() && !validatesJson();
}

function validatesJson(): boolean {
  return hasJsonSupport() && vscode.workspace.getConfiguration('json').get<boolean>('validate.enable', true);
}

/** Where the string begins that goes on behind this part of a line; undefined where none does. */
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
    // Of a single folder, they are those of the workspace.
    folders: folders.length > 1 ? folders.map(({ uri }) => ({ uri: uri.toString(), ...ofFolder(uri) })) : [],
    maxProblems: own.get<number>('maxProblems', 1_000),
    problemsIn: own.get<'workspace' | 'openFiles'>('problemsIn', 'workspace'),
    serviceKnowledge: own.get<boolean>('serviceKnowledge', true),
    isTrusted: vscode.workspace.isTrusted,
    showReferencesCommand: 'toggleTargeting.showReferences',
    showUsersCommand: 'toggleTargeting.showWhoGetsWhat',
    codePages: codePagesScheme,
    codeFolders: own.get<readonly string[]>('code.folders', []).map((path) => vscode.Uri.file(path).toString()),
    editorReports: {
      syntax: validates,
      config: validates,
      // In outline.ts.
      symbols: true,
      foldingRanges: hasJsonSupport(),
      selectionRanges: hasJsonSupport(),
    },
    clientCommands: [
      carryRuleOverCommand,
      deleteVariationCommand,
      newFileCommand,
      openCommand,
      showPlaceCommand,
      showWhyCommand,
    ],
  };
}

/** Of one folder, or else of the workspace. */
function ofFolder(folder?: vscode.Uri) {
  const own = vscode.workspace.getConfiguration('toggleTargeting', folder);
  return {
    problems: severities(own),
    inlayHints: {
      select: own.get<boolean>('inlayHints.select', true),
      split: own.get<boolean>('inlayHints.split', true),
      index: own.get<boolean>('inlayHints.index', true),
      objects: own.get<boolean>('inlayHints.objects', true),
    },
    codeLens: {
      servedBy: own.get<boolean>('codeLens.servedBy', true),
      users: own.get<boolean>('codeLens.users', true),
      times: own.get<boolean>('codeLens.times', true),
      asked: own.get<boolean>('codeLens.asked', true),
    },
  };
}

/** Of names that look alike the person's own setting decides: the workspace may be what the warning is about. */
function severities(own: vscode.WorkspaceConfiguration): NonNullable<ServerSettings['problems']> {
  const { globalValue } = own.inspect<Record<string, string>>('problems') ?? {};
  return { ...own.get<Record<string, string>>('problems'), [lookAlikes]: globalValue?.[lookAlikes] };
}

const lookAlikes = 'look-alike-names';

function hasJsonSupport(): boolean {
  return vscode.extensions.getExtension('vscode.json-language-features') !== undefined;
}
