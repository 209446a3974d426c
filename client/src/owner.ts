/** A part of the extension that owns other parts: disposing of the owner disposes of them, too. */
export class Owner {
  readonly #owned: { readonly dispose: () => unknown }[] = [];

  protected owns(...owned: readonly { readonly dispose: () => unknown }[]): void {
    this.#owned.push(...owned);
  }

  dispose(): void {
    this.#owned.forEach((each) => void each.dispose());
  }
}
