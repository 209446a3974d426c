/** A part of the extension, with everything that ends when it does. */
export class Owner {
  readonly #owned: { readonly dispose: () => unknown }[] = [];

  protected owns(...owned: readonly { readonly dispose: () => unknown }[]): void {
    this.#owned.push(...owned);
  }

  dispose(): void {
    this.#owned.forEach((each) => void each.dispose());
  }
}
