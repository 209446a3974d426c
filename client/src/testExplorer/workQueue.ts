/** A queue that handles one file at a time. A file added again while being handled is handled once more. */
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
    // A Set also iterates over entries that are added during the loop.
    for (const uri of this.#uris) {
      this.#uris.delete(uri);
      await this.work(uri);
    }
    this.#isWorking = false;
  }
}
