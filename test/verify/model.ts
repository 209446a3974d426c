/** A toggle as docs/evaluation.md describes it. */

export interface Condition {
  readonly type: string;
  readonly subject: string;
  readonly predicate: string;
  readonly objects: readonly string[];
  readonly leftPredicate?: string;
  readonly rightPredicate?: string;
  readonly rightObjects?: readonly string[];
}

export interface Serve {
  readonly select?: number;
  readonly split?: readonly number[];
}

export interface Rule {
  readonly name: string;
  readonly serve: Serve;
  readonly conditions: readonly Condition[];
}

export interface Prerequisite {
  readonly key: string;
  readonly type: string;
  readonly value: string;
}

export interface Toggle {
  readonly disabled: boolean;
  readonly content: {
    readonly rules: readonly Rule[];
    readonly disabledServe: Serve;
    readonly defaultServe: Serve;
    readonly variations: readonly { readonly value: string; readonly name: string }[];
    readonly prerequisites?: readonly Prerequisite[];
  };
}

export type Environment = ReadonlyMap<string, Toggle>;

export interface User {
  readonly attributes: ReadonlyMap<string, string>;
  readonly segments: ReadonlySet<string>;
  /** Unix seconds of the evaluation; by default, the present. */
  readonly now?: number;
}

/** The present time in Unix seconds: no date of a generated toggle is near it. */
export const present = Math.floor(Date.now() / 1_000);
