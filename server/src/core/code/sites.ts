/** Finds places where code may ask for a toggle: calls of methods and functions, and reads of a toggle map. */
import type { CallForm, Wrapper } from './calls.js';
import { defaultNames, keyNames, toggleMap } from './calls.js';
import type { Argument, Code } from './code.js';
import { literalOf } from './keys.js';

export interface Site {
  /** The kind of call. Wrapper names come from the config and are reliable; other libraries share SDK method names. */
  readonly kind: 'wrapper' | 'method' | 'map';
  readonly form: CallForm;
  /** Token indices of the name, of the receiver's first token, and of the last token. */
  readonly method: number;
  readonly receiver: number | undefined;
  readonly last: number;
  readonly count: number;
  readonly key: Argument;
  readonly default: Argument | undefined;
}

/** Words that may precede a function call. Any other word before a function's name is a type in a declaration. */
const beforeExpression = new Set([
  ...['return', 'await', 'yield', 'else', 'case', 'throw', 'in', 'of', 'not', 'and', 'or', 'if'],
  ...['elif', 'while', 'is', 'assert', 'when', 'match', 'do', 'try', 'guard', 'typeof', 'go', 'defer'],
]);
const beforeFunction = new Set(['fun', 'func', 'function', 'fn', 'def']);

export function sitesIn(
  code: Code,
  methods: ReadonlyMap<string, CallForm>,
  wrappers: readonly Wrapper[],
): readonly Site[] {
  const found: Site[] = [];
  const defaults = new Map<number, number>();
  const named = new Map(wrappers.map(({ method }) => [method, wrappers.filter((other) => other.method === method)]));
  for (const [at, { kind }] of code.tokens.entries()) {
    if (kind !== 'name') continue;
    const name = code.textOf(at);
    let site: Site | undefined;
    for (const wrapper of named.get(name) ?? []) if ((site = wrapperSite(code, at, wrapper)) !== undefined) break;
    const form = methods.get(name);
    site ??= form ? methodSite(code, at, form, defaults) : mapSite(code, at, name);
    if (site !== undefined) found.push(site);
  }
  return found;
}

function wrapperSite(code: Code, at: number, wrapper: Wrapper): Site | undefined {
  const names = code.namesBefore(at, wrapper.receiver.length);
  if (!wrapper.receiver.every((name, index) => name === names[index])) return undefined;
  const site = siteOf(code, 'wrapper', at, wrapper);
  return site && !isDeclaration(code, site) ? site : undefined;
}

function methodSite(code: Code, at: number, form: CallForm, defaults: Map<number, number>): Site | undefined {
  if (code.textOf(at).endsWith('WithKey')) return messageSite(code, at, form, defaults);
  const site = siteOf(code, 'method', at, form);
  if (site?.receiver === undefined || beforeFunction.has(code.textOf(site.receiver - 1))) return undefined;
  return site;
}

function siteOf(code: Code, kind: Site['kind'], method: number, form: CallForm): Site | undefined {
  const open = code.openingBracketAfter(method);
  const all = open === undefined ? undefined : code.argumentsIn(open);
  const last = open === undefined ? undefined : code.tokens[open]?.other;
  if (last === undefined || !all || !form.counts.includes(all.length)) return undefined;
  // Named arguments may be in any order, after the arguments without names.
  const at = (index: number | undefined) =>
    all.find((argument, place) => place === index && argument.name === undefined);
  // The second of three arguments is a user, so `settings.value("theme", "dark", str)` does not ask for a toggle.
  if (kind === 'method' && all.length === 3 && isNoUser(code, at(1))) return undefined;
  const called = (names: ReadonlySet<string>) => all.find(({ name }) => name !== undefined && names.has(name));
  const key = called(keyNames) ?? (form.isNamed ? undefined : at(form.key));
  if (key === undefined) return undefined;
  const byDefault = called(defaultNames) ?? at(form.defaultOf(all.length));
  return { kind, form, method, receiver: code.receiverOf(method), last, count: all.length, key, default: byDefault };
}

function isNoUser(code: Code, argument: Argument | undefined): boolean {
  const isNothing = argument !== undefined && ['None', 'null', 'nil'].includes(code.textOf(argument.from));
  return isNothing || literalOf(code, argument) !== undefined;
}

/**
 * Finds `[client boolValueWithKey:@"key" defaultValue:NO]`.
 * @param defaults the last `defaultValue` found in each message, or its end, so that each message is searched once
 */
function messageSite(code: Code, method: number, form: CallForm, defaults: Map<number, number>): Site | undefined {
  const open = code.tokens[method]?.within ?? -1;
  const close = code.tokens[open]?.other;
  if (close === undefined || code.textOf(open) !== '[' || code.textOf(method + 1) !== ':') return undefined;
  const isDefault = (at: number) => code.textOf(at) === 'defaultValue' && code.textOf(at + 1) === ':';
  let at = Math.max(defaults.get(open) ?? 0, method + 2);
  while (at < close && !isDefault(at)) at = (code.tokens[at]?.other ?? at) + 1;
  defaults.set(open, at);
  if (at >= close) return undefined;
  const key = { from: method + 2, to: at };
  const byDefault = { from: at + 2, to: close };
  return { kind: 'method', form, method, receiver: open + 1, last: close, count: 2, key, default: byDefault };
}

/** Finds `toggles["key"]` and `useFPToggles()["key"]`, but not assignments to them. */
function mapSite(code: Code, method: number, name: string): Site | undefined {
  if (!code.lexed.language.regexps || (name !== 'toggles' && name !== 'useFPToggles')) return undefined;
  const open = name === 'toggles' ? method + 1 : (code.openingBracketAfter(method) ?? method) + 2;
  const last = code.tokens[open]?.other;
  if (last === undefined || code.textOf(open) !== '[' || last <= open + 1) return undefined;
  if (code.textOf(last + 1) === '=' && code.textOf(last + 2) !== '=') return undefined;
  const key = { from: open + 1, to: last };
  const receiver = code.receiverOf(method);
  return { kind: 'map', form: toggleMap, method, receiver, last, count: 1, key, default: undefined };
}

/** Whether the site is a declaration, in which the key is a parameter instead of a literal. */
function isDeclaration(code: Code, { method, key, last }: Site): boolean {
  if (code.tokens[key.from]?.kind === 'string') return false;
  const before = code.textOf(method - 1);
  if (code.isName(method - 1)) return !beforeExpression.has(before);
  return code.textOf(last + 1) === '{' && ['', '{', '}', ';', '>', ']', '*'].includes(before);
}
