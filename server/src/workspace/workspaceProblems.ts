/**
 * workspace/diagnostic: problems of the targeting files that the editor does not ask about one by one. A request is answered as soon as something is
 * new, and waits otherwise. What is wrong in many files is told while the others are looked at, in
 * turns, so that typing does not wait for it.
 */
import type {
  CancellationToken,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
  WorkspaceFullDocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { Diagnostic } from 'vscode-languageserver-types';
import type { Problem } from '../core/checks/problem.js';
import { sameProblems } from '../core/features/diagnostics.js';
import type { ToggleFile, Toggles } from '../core/targeting/toggles.js';
import { Turns } from './turns.js';

export interface WorkspaceProblemsOptions {
  /** Settles when all files are known. */
  readonly ready: () => Promise<Toggles>;
  /** False while people want problems of open files alone. */
  readonly isWanted: () => boolean;
  /** The files that the editor asks about itself, and those that it no longer does: it still shows the last answer about them. */
  readonly pulled: ReadonlyMap<string, 'open' | 'closed'>;
  /** All that is wrong with a file on disk, given everything around it. @param pause lets others go first */
  readonly problems: (uri: string, pause: () => Promise<void>) => Promise<readonly Problem[]>;
  readonly shown: (uri: string, problems: readonly Problem[]) => readonly Diagnostic[];
}

interface Looked {
  readonly file: ToggleFile;
  readonly version: number;
  readonly problems: readonly Problem[];
  readonly resultId: string;
}

export class WorkspaceProblems {
  #known = new Map<string, Looked>();
  #results = 0;
  #version = 0;
  /** The last one in which something was new that any file may have problems for. */
  #versionForAll = 0;
  #waiting: (() => void)[] = [];

  constructor(private readonly options: WorkspaceProblemsOptions) {}

  /** @param tell of many, some at a time; the answer is then without them */
  async report(
    { previousResultIds }: WorkspaceDiagnosticParams,
    token: CancellationToken,
    tell?: (items: WorkspaceDocumentDiagnosticReport[]) => void,
  ): Promise<WorkspaceDiagnosticReport> {
    const told = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
    token.onCancellationRequested(() => this.#wake());
    for (;;) {
      const version = this.#version;
      let items: WorkspaceDocumentDiagnosticReport[] = [];
      let isTold = false;
      for await (const item of this.#news(told, token)) {
        items.push(item);
        if (tell === undefined || items.length < REPORTS_AT_A_TIME) continue;
        tell(items);
        items = [];
        isTold = true;
      }
      if (isTold && items.length > 0) tell?.(items);
      if (isTold || token.isCancellationRequested) return { items: [] };
      if (items.length > 0) return { items };
      if (version === this.#version) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Files came, went, changed, were opened or closed, so what requires others may have other problems; or all files may. */
  changed(isForAll = false): void {
    this.#version += 1;
    if (isForAll) this.#versionForAll = this.#version;
    this.#wake();
  }

  /** The same problems may look different now. */
  forget(): void {
    this.#known = new Map();
    this.changed();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async *#news(
    told: ReadonlyMap<string, string>,
    token: CancellationToken,
  ): AsyncGenerator<WorkspaceFullDocumentDiagnosticReport> {
    const { ready, isWanted, pulled, shown } = this.options;
    const files = isWanted() ? Array.from((await ready()).files()) : [];
    const others = files.filter(({ uri }) => pulled.get(uri) !== 'open');
    const turns = new Turns('unasked', token);
    for (const file of others) {
      await turns.pause();
      const { uri } = file;
      const { problems, resultId } = await this.#look(file, turns);
      const before = told.get(uri);
      // A file without problems is not reported, unless it may have had some.
      const mayBeListed = before !== undefined || pulled.has(uri);
      if (before === resultId || (!mayBeListed && problems.length === 0)) continue;
      const items = [...shown(uri, problems)];
      yield { kind: 'full', uri, version: null, resultId, items };
    }
    const present = new Set(others.map(({ uri }) => uri));
    for (const uri of this.#known.keys()) if (!present.has(uri)) this.#known.delete(uri);
    for (const uri of new Set([...told.keys(), ...pulled.keys()])) {
      if (present.has(uri) || pulled.get(uri) === 'open' || told.get(uri) === gone) continue;
      yield { kind: 'full', uri, version: null, resultId: gone, items: [] };
    }
  }

  async #look(file: ToggleFile, turns: Turns): Promise<Looked> {
    const before = this.#known.get(file.uri);
    const lastNews = file.required.length > 0 ? this.#version : this.#versionForAll;
    if (before?.file === file && before.version >= lastNews) return before;
    const version = this.#version;
    const problems = await this.options.problems(file.uri, () => turns.pause());
    const isSame = before !== undefined && sameProblems(before.problems, problems);
    if (!isSame) this.#results += 1;
    const known = {
      ...{ file, version, problems },
      resultId: isSame ? before.resultId : String(this.#results),
    };
    this.#known.set(file.uri, known);
    return known;
  }
}

const REPORTS_AT_A_TIME = 200;
/** The result of a file that is not there any more. */
const gone = 'gone';
