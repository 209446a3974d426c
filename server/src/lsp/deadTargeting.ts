/** Searches open files for dead targeting in batches while the person is not typing. An edit cancels the search. */
import type { DeadTargeting } from '../core/checks/deadTargeting.js';
import { searchDeadTargeting } from '../core/results/deadTargetingOf.js';
import type { OpenDocument } from '../core/features/openDocument.js';
import type { JsonDocument } from '../core/json/document.js';
import type { Evaluations } from './evaluations.js';
import type { TextDocuments } from './lsp.js';
import { Turns } from '../workspace/turns.js';

interface Options {
  readonly documents: TextDocuments<OpenDocument>;
  readonly evaluations: Evaluations;
  /** Called when the findings of a file have changed. */
  readonly onFound: (uri: string) => void;
  readonly failed: (error: unknown) => void;
}

/** The pause in typing after which a search starts. */
const TYPING_PAUSE_MS = 200;

const none: readonly DeadTargeting[] = [];

export class DeadTargetingSearch {
  /** The findings, by the version of the document. Only completed searches are included. */
  readonly #found = new WeakMap<JsonDocument, readonly DeadTargeting[]>();
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  /** The running searches, by the URI of the file. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(private readonly options: Options) {}

  /** The findings in this version; empty until the search ends. Returns the same array until the findings change. */
  of(json: JsonDocument): readonly DeadTargeting[] {
    return this.#found.get(json) ?? none;
  }

  /** Schedules a search. An unchanged file is also searched again, because other files may have changed. */
  scheduleSearch(uri: string): void {
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.set(
      uri,
      setTimeout(() => {
        this.#start(uri);
      }, TYPING_PAUSE_MS),
    );
  }

  /** Resolves after the current text has been searched, so that a push shows all findings. */
  async complete(uri: string): Promise<void> {
    if (this.#waiting.has(uri)) this.#start(uri);
    await this.#running.get(uri);
  }

  forget(uri: string): void {
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.delete(uri);
  }

  #start(uri: string): void {
    this.forget(uri);
    const search = this.#look(uri)
      .catch(this.options.failed)
      .finally(() => {
        if (this.#running.get(uri) === search) this.#running.delete(uri);
      });
    this.#running.set(uri, search);
  }

  async #look(uri: string): Promise<void> {
    const { documents, evaluations } = this.options;
    const open = documents.get(uri);
    if (open === undefined) return;
    const turns = new Turns('unasked');
    const ready = await evaluations.of(open, turns);
    if (ready === undefined) return;
    const found: DeadTargeting[] = [];
    for (const findings of searchDeadTargeting(ready.evaluated)) {
      found.push(...findings);
      await turns.pause();
      if (documents.get(uri) !== open) return;
    }
    const before = this.of(open.json);
    if (documents.get(uri) !== open || JSON.stringify(before) === JSON.stringify(found)) return;
    this.#found.set(open.json, found);
    this.options.onFound(uri);
  }
}
