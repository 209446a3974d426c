/** Files that something is to be done with, one after the other. One that is asked for meanwhile comes once more. */
export class Waiting {
  readonly #uris = new Set<string>();
  #isWorking = false;

  /** @param work never rejects */
  constructor(private readonly work: (uri: string) => Promise<void>) {}

  add(...uris: readonly string[]): void {
    for (const uri of uris) this.#uris.add(uri);
    if (!this.#isWorking) void this.#workOff();
  }

  async #workOff(): Promise<void> {
    this.#isWorking = true;
    // Those that are added meanwhile are visited, too.
    for (const uri of this.#uris) {
      this.#uris.delete(uri);
      await this.work(uri);
    }
    this.#isWorking = false;
  }
}
