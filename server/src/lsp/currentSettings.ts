/** The settings that hold now: those of `initializationOptions`, and over them what the client said last. */
import { Emitter } from './lsp.js';
import type { Settings } from './settings.js';
import { readSettings } from './settings.js';

export class CurrentSettings {
  readonly #atTheStart: unknown;
  readonly #changed = new Emitter<Settings>();
  #now: Settings;
  /** Is given the settings from before. */
  readonly onChanged = this.#changed.event;

  constructor(atTheStart: unknown) {
    this.#atTheStart = atTheStart;
    this.#now = readSettings(atTheStart);
  }

  get now(): Settings {
    return this.#now;
  }

  change(value: unknown): void {
    const before = this.#now;
    this.#now = readSettings(value, this.#atTheStart);
    this.#changed.fire(before);
  }
}
