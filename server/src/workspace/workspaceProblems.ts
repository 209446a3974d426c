/** Answers workspace/diagnostic with the problems of files that the editor does not request; waits for changes. */
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
  readonly ready: () => Promise<Toggles>;
  /** Returns false if the settings limit problems to open files. */
  readonly isWanted: () => boolean;
  /** `open`: the editor requests the file. `closed`: the editor no longer requests it, but shows its last result. */
  readonly pulled: ReadonlyMap<string, 'open' | 'closed'>;
  /** Returns all problems of a file on disk in its context. @param pause yields to other work */
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
  /** The version of the last change that may affect any file. */
  #versionForAll = 0;
  #waiting: (() => void)[] = [];

  constructor(private readonly options: WorkspaceProblemsOptions) {}

  /** Sends each full batch through `tell` if it is given; after the first batch, the final result is empty. */
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

  /** Records a change. It affects files that require other files or, with `isForAll`, every file. */
  changed(isForAll = false): void {
    this.#version += 1;
    if (isForAll) this.#versionForAll = this.#version;
    this.#wake();
  }

  /** Discards all results after the presentation of problems has changed. */
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
      // A file without problems is reported only if it may have had problems before.
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
/** Result ID that marks a deleted file. */
const gone = 'gone';
