/** A queue that handles one file at a time. If a file is added while it is being handled, it is handled again. */
export class WorkQueue {
  readonly #uris = new Set<string>();
  #isWorking = false;

  constructor(private readonly work: (uri: string) => Promise<void>) {}

  add(...uris: readonly string[]): void {
    for (const uri of uris) this.#uris.add(uri);
    if (!this.#isWorking) void this.#workOff();
  }

  async #workOff(): Promise<void> {
    this.#isWorking = true;
    // Iterating over a Set includes entries that are added during the loop.
    for (const uri of this.#uris) {
      this.#uris.delete(uri);
      await this.work(uri);
    }
    this.#isWorking = false;
  }
}
