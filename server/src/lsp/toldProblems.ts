/** What the editor was told last of each open document, under a result id that changes only when the problems do. */
import type { Problem } from '../checks/problem.js';
import { sameProblems } from '../features/diagnostics.js';
import type { OpenDocument } from '../features/openDocument.js';

interface Told {
  readonly problems: readonly Problem[];
  readonly resultId: string;
}

export class ToldProblems {
  readonly #told = new Map<string, Told>();
  #results = 0;

  resultOf(uri: string): string | undefined {
    return this.#told.get(uri)?.resultId;
  }

  /** @returns the same result id as before when the editor was told the same */
  tell({ uri, problems }: Pick<OpenDocument, 'uri' | 'problems'>): string {
    const before = this.#told.get(uri);
    const isSame = before !== undefined && sameProblems(before.problems, problems);
    if (!isSame) this.#results += 1;
    const resultId = isSame ? before.resultId : String(this.#results);
    this.#told.set(uri, { problems, resultId });
    return resultId;
  }

  forget(uri: string): void {
    this.#told.delete(uri);
  }

  forgetAll(): void {
    this.#told.clear();
  }
}
