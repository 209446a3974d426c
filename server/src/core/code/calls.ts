/** The calls that request toggles: methods of the official SDKs, and the application functions listed in a config. */
import type { LanguageId } from './lexer/languages.js';

/** The type that a call requests; `any` accepts every type. */
export type Asked = 'boolean' | 'number' | 'string' | 'json' | 'any';

export interface CallForm {
  readonly asks: Asked;
  /** The numbers of arguments that the call accepts. */
  readonly counts: readonly number[];
  /** The index of the key among the arguments, unless the key is a named argument. */
  readonly key: number;
  readonly isNamed?: true;
  /** The index of the default among `count` arguments, unless the default is a named argument. */
  readonly defaultOf: (count: number) => number | undefined;
}

/** A function of the application that takes a key, like `Flags.isOn(key)`. */
export interface Wrapper extends CallForm {
  readonly method: string;
  /** The names before the method, nearest first. */
  readonly receiver: readonly string[];
}

/** The names that the key and the default can have as named arguments. */
export const keyNames: ReadonlySet<string> = new Set(['key', 'toggle_key', 'toggleKey', 'toggle']);
export const defaultNames: ReadonlySet<string> = new Set(['default', 'defaultValue', 'default_value']);

/** Numbers of arguments: client SDKs take a key and a default; server SDKs also take the user in between. */
const client = [2];
const server = [3];
const both = [2, 3];

type Words = Readonly<Record<Exclude<Asked, 'any'>, string>>;

const words: Words = { boolean: 'bool', number: 'number', string: 'string', json: 'json' };
const capitals: Words = { boolean: 'Bool', number: 'Number', string: 'String', json: 'Json' };

const ofJvm = table(words, ['Value', 'Detail'], both, [2, 4]);
const ofTypeScript = scriptTable(client);
/** In plain JavaScript, nothing enforces the default argument, and the SDK's examples omit it. */
const ofJavaScript = scriptTable([1, 2]);
const ofObjectiveC = table(words, ['ValueWithKey', 'DetailWithKey'], client);

export const sdkCalls: Readonly<Record<LanguageId, ReadonlyMap<string, CallForm>>> = {
  javascript: ofJavaScript,
  javascriptreact: ofJavaScript,
  typescript: ofTypeScript,
  typescriptreact: ofTypeScript,
  java: ofJvm,
  kotlin: ofJvm,
  groovy: ofJvm,
  go: table({ ...capitals, string: 'Str' }, ['Value', 'Detail'], server),
  python: forms('any', ['value', 'value_detail'], server),
  rust: table(words, ['_value', '_detail'], both),
  csharp: table(capitals, ['Value', 'Detail'], server),
  swift: new Map(
    Array.from(table(words, ['Value', 'Detail'], client), ([name, form]) => [name, { ...form, isNamed: true }]),
  ),
  'objective-c': ofObjectiveC,
  'objective-cpp': ofObjectiveC,
  dart: table(words, ['Value', 'Detail'], client),
};

/** @returns the SDK's method for another type; if `method` returns details, the other method returns details, too */
export function methodFor(
  asks: Asked,
  { language, method, count }: { readonly language: LanguageId; readonly method: string; readonly count: number },
): string | undefined {
  const forms = Array.from(sdkCalls[language]).filter(([, form]) => form.asks === asks && form.counts.includes(count));
  return forms.find(([name]) => isDetail(name) === isDetail(method))?.[0];
}

function isDetail(method: string): boolean {
  return /detail/i.test(method);
}

/** The SDK of a call, as a config would name it. Client SDKs take no user, and get the results of the SDK for Rust. */
export function sdkOf(language: LanguageId, method: string, count: number): string | undefined {
  const calls = sdkCalls[language];
  if (!calls.has(method)) return undefined;
  if (count <= 2) return 'rust';
  if (calls === ofJavaScript || calls === ofTypeScript) return 'node';
  return calls === ofJvm ? 'java' : language;
}

/** The form of `toggles["key"]` in the SDKs for React and mini programs. */
export const toggleMap: CallForm = { asks: 'any', counts: [1], key: 0, defaultOf: () => undefined };

/** @param signature such as `Flags.isOn(key)` or `toggle(_, key, default)` @returns undefined if it is invalid */
export function parseWrapper(signature: string): Wrapper | undefined {
  const [name = '', list, rest] = signature.trim().split('(');
  if (list === undefined || rest !== undefined || !list.endsWith(')')) return undefined;
  const names = name.split('.').map((part) => part.trim());
  const parameters = list.slice(0, -1).split(',');
  const called = parameters.map((parameter) => parameter.trim());
  if (![...names, ...called].every((part) => /^[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Nd}_$]*$/u.test(part))) return undefined;
  const has = (word: string) => called.filter((parameter) => parameter === word).length;
  if (has('key') !== 1 || has('default') > 1) return undefined;
  if (called.some((parameter) => !['key', 'default', '_'].includes(parameter))) return undefined;
  const [method = '', ...receiver] = names.toReversed();
  const position = called.indexOf('default');
  return {
    method,
    receiver,
    asks: 'any',
    counts: [called.length],
    key: called.indexOf('key'),
    defaultOf: () => (position === -1 ? undefined : position),
  };
}

function table(
  types: Words,
  endings: readonly string[],
  counts: readonly number[],
  ofJson: readonly number[] = counts,
): ReadonlyMap<string, CallForm> {
  const of = (asks: keyof Words) =>
    forms(
      asks,
      endings.map((ending) => types[asks] + ending),
      asks === 'json' ? ofJson : counts,
    );
  return new Map([...of('boolean'), ...of('number'), ...of('string'), ...of('json')]);
}

/** The methods of JavaScript SDKs. Only the methods for booleans have different names in client and server SDKs. */
function scriptTable(ofClient: readonly number[]): ReadonlyMap<string, CallForm> {
  return new Map([
    ...table(words, ['Value', 'Detail'], [...ofClient, ...server]),
    ...forms('boolean', ['boolValue', 'boolDetail'], ofClient),
    ...forms('boolean', ['booleanValue', 'booleanDetail'], server),
  ]);
}

function forms(asks: Asked, names: readonly string[], counts: readonly number[]): ReadonlyMap<string, CallForm> {
  return new Map(names.map((name) => [name, { asks, counts, key: 0, defaultOf }]));
}

function defaultOf(count: number): number {
  return count === 2 ? 1 : 2;
}
