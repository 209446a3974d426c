/** A part of the extension. Disposing of it disposes of everything it owns. */
export class Owner {
  readonly #owned: { readonly dispose: () => unknown }[] = [];

  protected owns(...owned: readonly { readonly dispose: () => unknown }[]): void {
    this.#owned.push(...owned);
  }

  dispose(): void {
    this.#owned.forEach((each) => void each.dispose());
  }
}
