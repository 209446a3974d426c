/**
 * The person at the window, for suites that run in a browser's Web Worker and so have no Playwright: each call is a chain of
 * names and arguments, which is sent to the runner when it is awaited, and done there on the real page.
 */
import type { Page } from 'playwright-core';

export interface Step {
  readonly name: string;
  /** Absent for a property. */
  readonly args?: readonly Argument[];
}

export type Argument =
  | { readonly kind: 'chain'; readonly steps: readonly Step[] }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, Argument>> }
  | { readonly kind: 'plain'; readonly value: unknown };

/** @param send gives what came of a chain, or throws what went wrong */
export function farPage(send: (steps: readonly Step[]) => Promise<unknown>): Page {
  return chain([], send) as unknown as Page;
}

/** Does it on a page. */
export function replayed(page: Page, steps: readonly Step[]): unknown {
  return result(page, page, steps);
}

const stepsOf = Symbol('steps');

function chain(steps: readonly Step[], send: (steps: readonly Step[]) => Promise<unknown>): object {
  return new Proxy(() => undefined, {
    get: (_, name) => {
      if (name === stepsOf) return steps;
      if (typeof name === 'symbol') return undefined;
      if (name === 'then' || name === 'catch' || name === 'finally') {
        const answer = steps.length === 0 ? undefined : send(steps);
        return answer?.[name].bind(answer);
      }
      return chain([...steps, { name }], send);
    },
    apply: (_, _this, args: readonly unknown[]) => {
      const [last] = steps.slice(-1);
      return chain([...steps.slice(0, -1), { name: last?.name ?? '', args: args.map(encoded) }], send);
    },
  });
}

function encoded(value: unknown): Argument {
  if (value instanceof RegExp) return { kind: 'pattern', source: value.source, flags: value.flags };
  if (typeof value === 'function')
    return { kind: 'chain', steps: (value as unknown as { readonly [stepsOf]: readonly Step[] })[stepsOf] };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'plain', value };
  return {
    kind: 'fields',
    fields: Object.fromEntries(Object.entries(value).map(([key, each]) => [key, encoded(each)])),
  };
}

function decoded(page: Page, argument: Argument): unknown {
  switch (argument.kind) {
    case 'chain':
      return result(page, page, argument.steps);
    case 'pattern':
      return new RegExp(argument.source, argument.flags);
    case 'fields':
      return Object.fromEntries(Object.entries(argument.fields).map(([key, each]) => [key, decoded(page, each)]));
    case 'plain':
      return argument.value;
  }
}

function result(page: Page, from: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) return from;
  const member = (from as Readonly<Record<string, unknown>>)[step.name];
  if (step.args === undefined) return result(page, member, rest);
  const call = member as (...args: readonly unknown[]) => unknown;
  return result(
    page,
    call.apply(
      from,
      step.args.map((each) => decoded(page, each)),
    ),
    rest,
  );
}
