/**
 * Reads live targeting, keys and attributes in the background. It reads only in a trusted workspace,
 * with a stored token that the person agreed to use, and stores nothing on disk.
 */
import * as vscode from 'vscode';
import type { Target } from '../../../server/src/core/protocol.js';
import { payloadRequest, serviceKnowledgeNotification } from '../../../server/src/core/protocol.js';
import { BackgroundReader } from '../../../server/src/service/backgroundReader.js';
import type { Drift } from '../../../server/src/service/driftWords.js';
import { driftOf, fencedDrift, entryIfEqual } from '../../../server/src/service/driftWords.js';
import { driftOfErrors } from '../../../server/src/service/fileErrors.js';
import { runPaced } from '../../../server/src/service/pace.js';
import { serviceAddressOf } from '../../../server/src/service/http/target.js';
import type { Plain } from '../../../server/src/core/targeting/state/state.js';
import { readBody } from '../../../server/src/core/targeting/state/state.js';
import { logged } from '../fence.js';
import type { LastPushes } from '../push/lastPushes.js';
import type { MemoryStore } from '../push/memoryStore.js';
import { isTargetingFile, showsLens } from '../files/ours.js';
import { Owner } from '../owner.js';
import type { ReportContext } from '../push/reportPush.js';
import { backgroundServiceFor, sendWithin } from '../requests.js';
import { targetsToRead } from '../services.js';

type BackgroundContext = ReportContext & {
  readonly memoryStore: MemoryStore;
  readonly lastPushes: Pick<LastPushes, 'made'>;
};

/** The body of a file, or the number of errors that prevent a push of the file. */
export type FileBody =
  | {
      readonly body: Plain;
      /** Whether the text that contains this body is saved. */
      readonly isSaved: boolean;
    }
  | { readonly errors: number };

/** @returns undefined if the text has changed in the meantime, or if it is unsaved and not a JSON object */
export async function readBodyOf(
  server: ReportContext['server'],
  document: vscode.TextDocument,
): Promise<FileBody | undefined> {
  const { uri, version, isDirty } = document;
  const payload = await server.ask(payloadRequest, { uri: uri.toString(), version });
  if (payload.kind === 'changed' || (payload.kind === 'not-an-object' && isDirty)) return undefined;
  if (payload.errors > 0) return { errors: payload.errors };
  if (payload.kind !== 'ready') return undefined;
  return { body: readBody(payload.body), isSaved: !isDirty && document.version === version };
}

export interface Compared {
  readonly file: vscode.Uri;
  readonly target: Target;
  readonly drift: Drift;
}

export class Background extends Owner {
  readonly #learned = new vscode.EventEmitter<void>();
  readonly #renewed = new vscode.EventEmitter<vscode.Uri | undefined>();
  readonly #compared = new vscode.EventEmitter<Compared>();
  readonly onDidLearn = this.#learned.event;
  /** Fires when the live version or the permission to read may have changed: for the given file, or for all files. */
  readonly onDidRenew = this.#renewed.event;
  readonly onDidCompare = this.#compared.event;
  readonly #reader: BackgroundReader;
  readonly #stop = new AbortController();

  /** @param told is called after new knowledge has been sent to the server */
  constructor(
    private readonly context: BackgroundContext,
    told: () => void,
  ) {
    super();
    const { credentials, log, server } = context;
    const quiet = { info: (line: string) => log.debug(line) };
    this.#reader = new BackgroundReader({
      now: Date.now,
      elapsed: () => performance.now(),
      token: (address) => credentials.known(address),
      service: (target, url, token) => backgroundServiceFor(quiet, { target, url, token }, this.#stop.signal),
      send: (token) => (method, url) =>
        sendWithin(quiet, { method, url, token, api: 'featureprobe' }, this.#stop.signal),
      changed: () => this.#learned.fire(),
      learned: (knowledge) => {
        const tell = async () => {
          await (await server.client()).sendNotification(serviceKnowledgeNotification, knowledge);
          told();
        };
        tell().catch(logged(log));
      },
    });
    const { window, workspace } = vscode;
    const timer = setInterval(() => window.state.focused && this.#learnAround(), minute);
    this.owns(
      this.#learned,
      this.#renewed,
      this.#compared,
      { dispose: () => this.#stop.abort() },
      { dispose: () => clearInterval(timer) },
      window.onDidChangeVisibleTextEditors(() => this.refreshVisible()),
      window.onDidChangeActiveTextEditor(() => this.refreshVisible()),
      window.onDidChangeWindowState(({ focused }) => focused && this.refreshVisible()),
      workspace.onDidChangeConfiguration(
        (event) => settings.some((name) => event.affectsConfiguration(name)) && this.refreshVisible(),
      ),
      credentials.onDidChange(() => this.renew()),
    );
  }

  renew(file?: vscode.Uri): void {
    this.#reader.expire();
    this.#renewed.fire(file);
    this.refreshVisible();
  }

  refreshVisible(): void {
    for (const document of visibleDocuments())
      if (isCompared(document)) this.look(document.uri).catch(logged(this.context.log));
    this.#learnAround();
  }

  /** Reads the live version of a file in each environment that is compared in the background. */
  async look(file: vscode.Uri): Promise<void> {
    if (!vscode.workspace.isTrusted) return;
    const { credentials, log, server } = this.context;
    const { first } = await targetsToRead(server, { uri: file });
    const failed = logged(log);
    await Promise.all(
      first.map(async (target) => {
        if (await credentials.isWaiting(serviceAddressOf(target), file)) return;
        await this.#reader.look(target).catch(failed);
      }),
    );
  }

  /** Sends all knowledge about services again after the language server has restarted. */
  resendKnowledge(): void {
    this.#reader.republish();
  }

  /** Compares a file with the state of an environment that was read last; sends no requests. */
  async compare(file: vscode.Uri, target: Target, says: FileBody): Promise<Drift> {
    const drift = await fencedDrift(target, () => this.#drift(file, target, says), logged(this.context.log));
    this.#compared.fire({ file, target, drift });
    return drift;
  }

  /** Reads keys and attributes from the services of the visible documents, for completion and checks. */
  #learnAround(): void {
    for (const document of visibleDocuments())
      if (isHelped(document)) this.#learn(document).catch(logged(this.context.log));
  }

  async #learn(document: vscode.TextDocument): Promise<void> {
    const { credentials, server } = this.context;
    const { first } = await targetsToRead(server, document);
    const agreed = first.filter((target) => credentials.isAgreed(serviceAddressOf(target), document.uri));
    await Promise.all(agreed.map((target) => this.#reader.learn(target)));
  }

  async #drift(file: vscode.Uri, target: Target, says: FileBody): Promise<Drift> {
    const { memoryStore, lastPushes, credentials } = this.context;
    const uri = file.toString();
    const isWaiting = await credentials.isWaiting(serviceAddressOf(target), file);
    const snapshot = isWaiting ? ({ kind: 'not-agreed' } as const) : this.#reader.snapshot(target);
    if ('errors' in says) return driftOfErrors({ target, snapshot }, says.errors);
    const { body, isSaved } = says;
    const seen = isSaved ? await runPaced(() => entryIfEqual({ snapshot, body })) : undefined;
    // The comparison takes time, so `update` keeps an entry that a push or a merge has stored in the meantime.
    const remembered = await (seen === undefined
      ? memoryStore.get(uri, target)
      : memoryStore.update(uri, target, seen));
    return driftOf({ target, snapshot, remembered, made: lastPushes.made(target), body });
  }
}

const settings = ['serviceKnowledge', 'lenses'].map((name) => `toggleTargeting.${name}`).concat('editor.codeLens');
/** Milliseconds between attempts to refresh knowledge. The reader refreshes only knowledge that is too old. */
const minute = 60_000;

function visibleDocuments(): ReadonlySet<vscode.TextDocument> {
  return new Set(vscode.window.visibleTextEditors.map((editor) => editor.document));
}

/** Whether the file has lenses that compare it with services. */
export function isCompared(document: vscode.TextDocument): boolean {
  return vscode.workspace.isTrusted && isTargetingFile(document) && showsLens(document, 'drift');
}

function isHelped(document: vscode.TextDocument): boolean {
  return (
    vscode.workspace.isTrusted &&
    isTargetingFile(document) &&
    vscode.workspace.getConfiguration('toggleTargeting').get<boolean>('serviceKnowledge', true)
  );
}
