/**
 * The lens on the first line of a targeting file: how it stands to each environment whose service can be read. Looks without a
 * word, only where a file is in sight and a token is stored; at an edit it only compares again. Nothing of it is kept on disk.
 */
import * as vscode from 'vscode';
import type { Target } from '../../../server/src/protocol.js';
import { payloadRequest } from '../../../server/src/protocol.js';
import type { MemoryStore } from './memoryStore.js';
import { fenced, logged } from './fence.js';
import { isTargetingFile } from './languageClient.js';
import type { Drift } from '../sync/drift.js';
import { driftOf, fencedDrift, seenInSame } from '../sync/drift.js';
import { paced } from '../sync/pace.js';
import { BackgroundReader } from '../sync/backgroundReader.js';
import { serviceAddressOf } from '../sync/service/target.js';
import type { Plain } from '../sync/state/state.js';
import { readBody } from '../sync/state/state.js';
import { reached } from './milestones.js';
import { quietServiceFor } from './requests.js';
import type { ReportContext } from './reportPush.js';
import { targetsToRead } from './services.js';

export class DriftLens implements vscode.CodeLensProvider {
  readonly #context: DriftContext;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #background: BackgroundReader;
  readonly #stop = new AbortController();
  /** What each open file said when it last could be pushed. */
  readonly #bodies = new Map<string, Plain>();
  /** What was last shown of each large file, until something else than the file is another. */
  #shown = new Map<string, vscode.CodeLens[]>();
  readonly #parts: readonly { readonly dispose: () => unknown }[];

  constructor(context: DriftContext) {
    this.#context = context;
    const { credentials, log } = context;
    const quiet = { info: (line: string) => log.debug(line) };
    this.#background = new BackgroundReader({
      now: Date.now,
      elapsed: () => performance.now(),
      token: (address) => credentials.known(address),
      service: (target, url, token) => quietServiceFor(quiet, { target, url, token }, this.#stop.signal),
      changed: () => this.#changed.fire(),
    });
    const { window, workspace } = vscode;
    this.#parts = [
      this.#changed,
      this.onDidChangeCodeLenses(() => (this.#shown = new Map())),
      vscode.languages.registerCodeLensProvider({ scheme: 'file', pattern: '**/*.targeting.json' }, this),
      window.onDidChangeVisibleTextEditors(() => this.#lookAround()),
      window.onDidChangeActiveTextEditor(() => this.#lookAround()),
      window.onDidChangeWindowState(({ focused }) => focused && this.#lookAround()),
      workspace.onDidSaveTextDocument((document) => isOn(document) && this.#changed.fire()),
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#bodies.delete(uri.toString());
        this.#shown.delete(uri.toString());
      }),
      workspace.onDidGrantWorkspaceTrust(() => this.refresh()),
      workspace.onDidChangeConfiguration((event) => {
        if (settings.some((name) => event.affectsConfiguration(name))) this.refresh();
      }),
      credentials.onDidChange(() => this.renew()),
      vscode.commands.registerCommand(compareCommand, (address: string, file: vscode.Uri) =>
        fenced(log, () => credentials.agree(address, file)),
      ),
    ];
  }

  /** Files may go elsewhere now. */
  refresh(): void {
    this.#changed.fire();
    this.#lookAround();
  }

  /** What is live, or what may be read, may be another now. */
  renew(): void {
    this.#background.expire();
    this.refresh();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!isOn(document)) return [];
    const key = document.uri.toString();
    // Comparing takes longer than typing a word: while a large file is typed in, what was last said of it stays.
    const shown = this.#shown;
    const before = document.isDirty ? shown.get(key) : undefined;
    if (before !== undefined) return before;
    const lenses = await this.#lenses(document);
    if (document.getText().length > large && !document.isClosed) shown.set(key, lenses);
    return lenses;
  }

  async #lenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const { first, more } = await targetsToRead(this.#context.server, document);
    const says = first.length === 0 ? undefined : await this.#body(document);
    if (says === undefined) return [];
    const failed = logged(this.#context.log);
    const lenses = await Promise.all(
      first.map(async (target) => {
        const drift = await fencedDrift(target, () => this.#drift(document.uri, target, says), failed);
        if (drift.click === 'show-diff') reached('hasCompared');
        return lensOf(document.uri, target, drift);
      }),
    );
    return more > 0 ? [...lenses, moreLens(document.uri, more)] : lenses;
  }

  async #drift(file: vscode.Uri, target: Target, { body, isSaved }: Says): Promise<Drift> {
    const { memoryStore, credentials } = this.#context;
    const uri = file.toString();
    const isWaiting = await credentials.isWaiting(serviceAddressOf(target), file);
    const sight = isWaiting ? ({ kind: 'not-agreed' } as const) : this.#background.sight(target);
    const seen = isSaved ? await paced(() => seenInSame({ sight, body })) : undefined;
    // The comparison takes long: what a push or a merge remembers meanwhile is not lost.
    const remembered = await (seen === undefined
      ? memoryStore.get(uri, target)
      : memoryStore.update(uri, target, seen));
    return driftOf({ target, sight, remembered, body });
  }

  dispose(): void {
    this.#stop.abort();
    this.#parts.forEach((part) => void part.dispose());
  }

  #lookAround(): void {
    for (const document of new Set(vscode.window.visibleTextEditors.map((editor) => editor.document)))
      if (isOn(document)) this.#look(document).catch(logged(this.#context.log));
  }

  async #look(document: vscode.TextDocument): Promise<void> {
    const { credentials, log, server } = this.#context;
    const { first } = await targetsToRead(server, document);
    const failed = logged(log);
    await Promise.all(
      first.map(async (target) => {
        if (await credentials.isWaiting(serviceAddressOf(target), document.uri)) return;
        await this.#background.look(target).catch(failed);
      }),
    );
  }

  async #body(document: vscode.TextDocument): Promise<Says | undefined> {
    const uri = document.uri.toString();
    const client = await this.#context.server.client();
    const { version } = document;
    const payload = await client.sendRequest(payloadRequest, { uri, version, comment: '' });
    // Half-typed text says nothing new.
    const body = payload.kind === 'ready' ? readBody(payload.body) : undefined;
    if (body === undefined) {
      const before = this.#bodies.get(uri);
      return before && { body: before, isSaved: false };
    }
    if (!document.isClosed) this.#bodies.set(uri, body);
    return { body, isSaved: !document.isDirty && document.version === version };
  }
}

interface Says {
  readonly body: Plain;
  /** Whether the file says it, not only the editor. */
  readonly isSaved: boolean;
}

export type DriftContext = ReportContext & { readonly memoryStore: MemoryStore };

/** Characters: comparing them takes some 20 ms for each environment. */
const large = 100_000;

const settings = ['toggleTargeting.drift', 'editor.codeLens'];

/** Whether there are lenses to look for. */
function isOn(document: vscode.TextDocument): boolean {
  return (
    vscode.workspace.isTrusted &&
    isTargetingFile(document) &&
    vscode.workspace.getConfiguration('toggleTargeting').get<boolean>('drift', true) &&
    vscode.workspace.getConfiguration('editor', document).get<boolean>('codeLens', true)
  );
}

/** Not in the palette: only the lens runs it. */
const compareCommand = 'toggleTargeting.compareInBackground';

function moreLens(uri: vscode.Uri, more: number): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
    title: vscode.l10n.t('{0} more…', more),
    tooltip: vscode.l10n.t('Only the first environments are compared by themselves.'),
    command: 'toggleTargeting.showDiff',
    arguments: [uri],
  });
}

function lensOf(uri: vscode.Uri, target: Target, { title, tooltip, click }: Drift): vscode.CodeLens {
  const commands = {
    'set-token': { command: 'toggleTargeting.setToken', arguments: [serviceAddressOf(target), uri] },
    compare: { command: compareCommand, arguments: [serviceAddressOf(target), uri] },
    'pick-toggle': { command: 'toggleTargeting.pickToggle', arguments: [uri, target.environment] },
    approval: { command: 'toggleTargeting.approval', arguments: [uri, target.environment] },
    'show-diff': { command: 'toggleTargeting.showDiff', arguments: [uri, target.environment] },
    'show-log': { command: 'toggleTargeting.showLog' },
  };
  return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, tooltip, ...commands[click] });
}
