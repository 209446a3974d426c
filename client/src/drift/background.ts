/**
 * Reads services in the background: the live targeting that files are compared with, and the keys and attributes that the language server
 * needs while someone edits. One reader does both, so that nothing is read twice. It shows nothing, reads only in a trusted workspace with a
 * stored and agreed token, and keeps nothing on disk.
 */
import * as vscode from 'vscode';
import type { Target } from '../../../server/src/core/protocol.js';
import { payloadRequest, serviceKnowledgeNotification } from '../../../server/src/core/protocol.js';
import { BackgroundReader } from '../../../server/src/service/backgroundReader.js';
import type { Drift } from '../../../server/src/service/drift.js';
import { driftOf, fencedDrift, seenInSame } from '../../../server/src/service/drift.js';
import { driftOfErrors } from '../../../server/src/service/fileErrors.js';
import { paced } from '../../../server/src/service/pace.js';
import { serviceAddressOf } from '../../../server/src/service/http/target.js';
import type { Plain } from '../../../server/src/core/targeting/state/state.js';
import { readBody } from '../../../server/src/core/targeting/state/state.js';
import { logged } from '../fence.js';
import type { LastPushes } from '../push/lastPushes.js';
import type { MemoryStore } from '../push/memoryStore.js';
import { isTargetingFile } from '../files/ours.js';
import { Owner } from '../owner.js';
import type { ReportContext } from '../push/reportPush.js';
import { quietServiceFor, sendWithin } from '../requests.js';
import { targetsToRead } from '../services.js';

type BackgroundContext = ReportContext & {
  readonly memoryStore: MemoryStore;
  readonly lastPushes: Pick<LastPushes, 'made'>;
};

/** What a file says, or how many errors keep it from saying something. */
export type Says =
  | {
      readonly body: Plain;
      /** Whether the file says it, not only the editor. */
      readonly isSaved: boolean;
    }
  | { readonly errors: number };

/** @returns undefined if the text is not a JSON object, is half typed, or is changing right now */
export async function saidBy(
  server: ReportContext['server'],
  document: vscode.TextDocument,
): Promise<Says | undefined> {
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
  /** Something is known that was not. */
  readonly onDidLearn = this.#learned.event;
  /** What is live, or what may be read, may be another now, above all that of a file: whoever shows it looks again. */
  readonly onDidRenew = this.#renewed.event;
  readonly onDidCompare = this.#compared.event;
  readonly #reader: BackgroundReader;
  readonly #stop = new AbortController();

  /** @param told is called when the server knows something new */
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
      service: (target, url, token) => quietServiceFor(quiet, { target, url, token }, this.#stop.signal),
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
      window.onDidChangeVisibleTextEditors(() => this.lookAround()),
      window.onDidChangeActiveTextEditor(() => this.lookAround()),
      window.onDidChangeWindowState(({ focused }) => focused && this.lookAround()),
      workspace.onDidGrantWorkspaceTrust(() => this.lookAround()),
      workspace.onDidChangeConfiguration(
        (event) => settings.some((name) => event.affectsConfiguration(name)) && this.lookAround(),
      ),
      credentials.onDidChange(() => this.renew()),
    );
  }

  renew(file?: vscode.Uri): void {
    this.#reader.expire();
    this.#renewed.fire(file);
    this.lookAround();
  }

  /** Reads what is in sight: files may go elsewhere now, others may be in sight, or something has happened. */
  lookAround(): void {
    for (const document of inSight()) if (isCompared(document)) this.look(document.uri).catch(logged(this.context.log));
    this.#learnAround();
  }

  /** Reads what is live in the environments of a file that are looked at. */
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

  /** Called when the language server has restarted and knows nothing yet. */
  tellAgain(): void {
    this.#reader.tellAgain();
  }

  /** How a file stands to an environment by what is known; reads nothing. */
  async compare(file: vscode.Uri, target: Target, says: Says): Promise<Drift> {
    const drift = await fencedDrift(target, () => this.#drift(file, target, says), logged(this.context.log));
    this.#compared.fire({ file, target, drift });
    return drift;
  }

  /** Reads what helps while editing. */
  #learnAround(): void {
    for (const document of inSight()) if (isHelped(document)) this.#learn(document).catch(logged(this.context.log));
  }

  async #learn(document: vscode.TextDocument): Promise<void> {
    const { credentials, server } = this.context;
    const { first } = await targetsToRead(server, document);
    const agreed = first.filter((target) => credentials.isAgreed(serviceAddressOf(target), document.uri));
    await Promise.all(agreed.map((target) => this.#reader.learn(target)));
  }

  async #drift(file: vscode.Uri, target: Target, says: Says): Promise<Drift> {
    const { memoryStore, lastPushes, credentials } = this.context;
    const uri = file.toString();
    const isWaiting = await credentials.isWaiting(serviceAddressOf(target), file);
    const snapshot = isWaiting ? ({ kind: 'not-agreed' } as const) : this.#reader.snapshot(target);
    if ('errors' in says) return driftOfErrors({ target, snapshot }, says.errors);
    const { body, isSaved } = says;
    const seen = isSaved ? await paced(() => seenInSame({ snapshot, body })) : undefined;
    // The comparison takes long: what a push or a merge remembers meanwhile is not lost.
    const remembered = await (seen === undefined
      ? memoryStore.get(uri, target)
      : memoryStore.update(uri, target, seen));
    return driftOf({ target, snapshot, remembered, made: lastPushes.made(target), body });
  }
}

const settings = ['toggleTargeting.serviceKnowledge', 'toggleTargeting.drift', 'editor.codeLens'];
/** Milliseconds. How old knowledge must be to be read again is the reader's to say. */
const minute = 60_000;

function inSight(): ReadonlySet<vscode.TextDocument> {
  return new Set(vscode.window.visibleTextEditors.map((editor) => editor.document));
}

/** Whether there are lenses that compare it. */
export function isCompared(document: vscode.TextDocument): boolean {
  return (
    vscode.workspace.isTrusted &&
    isTargetingFile(document) &&
    vscode.workspace.getConfiguration('toggleTargeting', document).get<boolean>('drift', true) &&
    vscode.workspace.getConfiguration('editor', document).get<boolean>('codeLens', true)
  );
}

function isHelped(document: vscode.TextDocument): boolean {
  return (
    vscode.workspace.isTrusted &&
    isTargetingFile(document) &&
    vscode.workspace.getConfiguration('toggleTargeting').get<boolean>('serviceKnowledge', true)
  );
}
