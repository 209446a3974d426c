/**
 * workspace/diagnostic: problems of the targeting files that the editor does not ask about one by one. A request is answered as soon as something is
 * new, and waits otherwise. What is wrong in many files is told while the others are looked at, and looking stops every other millisecond, so
 * that typing does not wait for it.
 */
import type {
  CancellationToken,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
  WorkspaceFullDocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { Diagnostic } from 'vscode-languageserver-types';
import type { Disk, FileText } from './disk.js';
import { MAX_TEXT_LENGTH, MAX_UNASKED_LENGTH } from '../core/json/document.js';
import type { Problem } from '../core/checks/problem.js';
import { problemsOfText } from '../core/check-engine/problems.js';
import { unreadableFile } from '../core/checks/unreadable.js';
import type { OtherToggles } from '../core/targeting/otherToggles.js';
import { sameProblems } from '../core/features/diagnostics.js';
import { nextTurn } from './turns.js';
import type { PoliciesOfFile } from '../core/targeting/policy.js';
import type { ToggleFile, Toggles } from '../core/targeting/toggles.js';

export interface WorkspaceProblemsOptions {
  readonly disk: Disk;
  /** Settles when all files are known. */
  readonly ready: () => Promise<Toggles>;
  /** False while people want problems of open files alone. */
  readonly isWanted: () => boolean;
  /** The files that the editor asks about itself, and those that it no longer does: it still shows the last answer about them. */
  readonly pulled: ReadonlyMap<string, 'open' | 'closed'>;
  readonly others: (uri: string) => OtherToggles | undefined;
  readonly policies: (uri: string) => PoliciesOfFile | undefined;
  readonly shown: (uri: string, problems: readonly Problem[]) => readonly Diagnostic[];
}

interface Looked {
  readonly file: ToggleFile;
  readonly others: OtherToggles | undefined;
  readonly policies: PoliciesOfFile | undefined;
  readonly problems: readonly Problem[];
  readonly resultId: string;
}

export class WorkspaceProblems {
  #known = new Map<string, Looked>();
  #results = 0;
  #version = 0;
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

  /** Files came, went, changed, were opened or closed. */
  changed(): void {
    this.#version += 1;
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
    let paused = performance.now();
    for (const file of others) {
      if (performance.now() - paused > TURN_MS) {
        await nextTurn();
        paused = performance.now();
      }
      if (token.isCancellationRequested) return;
      const { uri } = file;
      const { problems, resultId } = this.#look(file);
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

  #look(file: ToggleFile): Looked {
    const { disk, others: othersOf, policies: policiesOf } = this.options;
    const before = this.#known.get(file.uri);
    const others = file.targeting.required.length > 0 ? othersOf(file.uri) : undefined;
    const policies = policiesOf(file.uri);
    if (before?.file === file && before.others === others && before.policies === policies) return before;
    const problems = problemsOn(disk.read(file.uri, MAX_TEXT_LENGTH), { otherToggles: others, policies });
    const isSame = before !== undefined && sameProblems(before.problems, problems);
    if (!isSame) this.#results += 1;
    const known = { file, others, policies, problems, resultId: isSame ? before.resultId : String(this.#results) };
    this.#known.set(file.uri, known);
    return known;
  }
}

function problemsOn(text: FileText, known: Parameters<typeof problemsOfText>[1]): readonly Problem[] {
  if (text === undefined) return [];
  if (typeof text !== 'string') return [unreadableFile(text)];
  return text.length > MAX_UNASKED_LENGTH ? [] : problemsOfText(text, known);
}

const TURN_MS = 1.5;
const REPORTS_AT_A_TIME = 200;
/** The result of a file that is not there any more. */
const gone = 'gone';
