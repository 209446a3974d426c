/** The syntax problems of the text that is being read: one for each mistake, until there are so many that it is no JSON. */
import type { SyntaxKind, SyntaxProblem } from './syntaxProblem.js';

/** So many mistakes without one comma in its place between two items: there would be no end of them. */
const hopeless = 12;

export class Mistakes {
  /** Where the last mistake ended: a problem that begins there would say the same again. */
  end = -2;
  readonly #reported: SyntaxProblem[] = [];
  #count = 0;

  /** All that were reported, in order. */
  get inOrder(): readonly SyntaxProblem[] {
    return this.#reported.sort((a, b) => a.start - b.start || a.end - b.end);
  }

  complain(kind: SyntaxKind, start: number, end: number, missing?: '}' | ']'): void {
    if (start > this.end) this.report({ kind, start, end, missing });
    this.end = end;
    this.#count += 1;
  }

  /** One inside a token; whatever else is wrong around it is a mistake of its own. */
  add(problem: SyntaxProblem): void {
    this.report(problem);
    if (problem.kind !== 'damaged') this.#count += 1;
  }

  /** Something that does not keep the reader from understanding what follows. */
  report(problem: SyntaxProblem): void {
    this.#reported.push(problem);
  }

  /** A comma stands in its place. */
  forgive(): void {
    this.#count = 0;
  }

  get areHopeless(): boolean {
    return this.#count >= hopeless;
  }
}
