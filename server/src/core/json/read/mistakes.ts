/** Collects one syntax problem per mistake while a text is read, until the text is too broken to be JSON. */
import type { SyntaxKind, SyntaxProblem } from './syntaxProblem.js';

/** A text counts as hopeless after this many mistakes without a correct comma between two items. */
const hopeless = 12;

export class Mistakes {
  /** End of the last mistake. A mistake that begins there is not reported, because it is probably a consequence. */
  end = -2;
  readonly #reported: SyntaxProblem[] = [];
  #count = 0;

  get inOrder(): readonly SyntaxProblem[] {
    return this.#reported.sort((a, b) => a.start - b.start || a.end - b.end);
  }

  complain(kind: SyntaxKind, start: number, end: number, missing?: '}' | ']'): void {
    if (start > this.end) this.report({ kind, start, end, missing });
    this.end = end;
    this.#count += 1;
  }

  /** Reports a mistake inside a token. Mistakes next to the token are still reported. */
  add(problem: SyntaxProblem): void {
    this.report(problem);
    if (problem.kind !== 'damaged') this.#count += 1;
  }

  /** Reports a problem that does not count as a mistake. */
  report(problem: SyntaxProblem): void {
    this.#reported.push(problem);
  }

  /** Resets the count of mistakes. Called after a correct comma between two items. */
  forgive(): void {
    this.#count = 0;
  }

  get areHopeless(): boolean {
    return this.#count >= hopeless;
  }
}
