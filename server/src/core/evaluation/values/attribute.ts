/** An attribute of a user. Each SDK's readings of it are computed once and reused by many conditions. */
import { Budget, STEPS_FOR_A_USER } from '../../budget.js';
import { blankTo } from '../texts/blanks.js';
import { instantOfAttribute } from './instants.js';
import { readNumber } from './numbers.js';
import type { Reading } from './ordered.js';
import type { Evaluators } from '../sdks/sdks.js';
import { versionOfAttribute } from './versions.js';

export class Attribute {
  #number: Reading<number> | undefined;
  #version: Reading<unknown> | undefined;
  #instant: Reading<number> | undefined;
  readonly blankTo: Evaluators;

  /** @param now the current time in Unix seconds, used as the instant of an absent attribute */
  constructor(
    readonly isThere: boolean,
    readonly text: string,
    private readonly now: number,
    readonly budget = new Budget(STEPS_FOR_A_USER),
  ) {
    this.blankTo = blankTo(text);
  }

  get number(): Reading<number> {
    return (this.#number ??= readNumber(this.text));
  }

  get version(): Reading<unknown> {
    return (this.#version ??= versionOfAttribute(this.text));
  }

  get instant(): Reading<number> {
    return (this.#instant ??= instantOfAttribute(this.isThere ? this.text : undefined, this.now));
  }
}
