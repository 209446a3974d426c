/** The syntax problems of the text that is being read: one for each mistake, until there are so many that it is no JSON. */
import type { SyntaxKind, SyntaxProblem } from './syntaxProblem.js';
import type { ChunkWriter } from './chunkWriter.js';

/** So many mistakes without one comma in its place between two items: there would be no end of them. */
const hopeless = 12;

export class Mistakes {
  /** Where the last mistake ended: a problem that begins there would say the same again. */
  end = -2;
  #count = 0;

  constructor(private readonly writer: ChunkWriter) {}

  complain(kind: SyntaxKind, start: number, end: number, missing?: '}' | ']'): void {
    if (start > this.end) this.writer.report({ kind, start, end, missing });
    this.end = end;
    this.#count += 1;
  }

  /** One inside a token; whatever else is wrong around it is a mistake of its own. */
  add(problem: SyntaxProblem): void {
    this.writer.report(problem);
    if (problem.kind !== 'damaged') this.#count += 1;
  }

  /** A comma stands in its place. */
  forgive(): void {
    this.#count = 0;
  }

  get areHopeless(): boolean {
    return this.#count >= hopeless;
  }
}
