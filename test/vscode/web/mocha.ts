/** Mocha for browsers, whose functions are globals. */
import 'mocha/mocha.js';

interface BrowserMocha {
  readonly setup: (options: { readonly ui: 'bdd'; readonly reporter: unknown; readonly timeout: number }) => void;
  readonly grep: (titles: RegExp) => void;
  readonly run: (ended: (failures: number) => void) => Mocha.Runner;
}

/** Prints nothing: the lines go to the runner (index.ts). */
function silent(): void {
  return;
}

export const { mocha } = globalThis as unknown as { readonly mocha: BrowserMocha };
mocha.setup({ ui: 'bdd', reporter: silent, timeout: 60_000 });

export const { after, afterEach, before, beforeEach, describe, it } = globalThis as unknown as Mocha.MochaGlobals;
