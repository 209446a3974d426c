/**
 * Dead targeting of open files. It is looked for when typing rests, a little at a time, so that no request waits for it; the next change
 * of the file ends the search.
 */
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
  /** Of a file, other things are known than before. */
  readonly onFound: (uri: string) => void;
  readonly failed: (error: unknown) => void;
}

/** Milliseconds without a change, after which typing rests. */
const TYPING_PAUSE_MS = 200;

const none: readonly DeadTargeting[] = [];

export class DeadTargetingSearch {
  /** Of each version what was found, once the search is over. */
  readonly #found = new WeakMap<JsonDocument, readonly DeadTargeting[]>();
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  /** By file, the searches that run. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(private readonly options: Options) {}

  /** The same list as long as nothing of it changes; an empty one while the search is not over. */
  of(json: JsonDocument): readonly DeadTargeting[] {
    return this.#found.get(json) ?? none;
  }

  /** Looks for it when typing rests, also where it was looked for already: other files may be others now. */
  lookSoon(uri: string): void {
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.set(
      uri,
      setTimeout(() => {
        this.#start(uri);
      }, TYPING_PAUSE_MS),
    );
  }

  /** Resolves when all is found of the file as it is now: who pushes it is told of that, too. */
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
