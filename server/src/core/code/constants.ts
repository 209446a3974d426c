/** Names that stand for a literal, and for nothing else in their file. */
import type { Code } from './code.js';
import type { LanguageId } from './languages.js';
import { bindingBrackets, isUse } from './uses.js';

export interface Definition {
  readonly name: string;
  /** The token of its name. */
  readonly at: number;
  /** The token of the literal. */
  readonly literal: number;
  readonly value: string;
}

/** Nothing of an expression may go on behind the literal. */
const goesOn = new Set(['+', '.', '[', '(', '?', '%', '&', '|', '*', '/', '-', '<', '>', '=', '!', ':']);
const declaring = new Set([
  ...['class', 'enum', 'object', 'interface', 'struct', 'namespace', 'module', 'mod', 'trait', 'record', 'extension'],
  ...['protocol', 'impl', 'type', 'const', 'let', 'var', 'val', 'final', 'static'],
]);
/** Of a type that stands between a name and its value. */
const ofTypes = new Set(['&', '*', '.', '?', '<', '>', '|', "'", '!', '[', ']']);
const MOST_OF_TYPE = 12;

/** Every name that is given a literal, in the order of the literals. */
export function definitionsIn(code: Code, language: LanguageId): readonly Definition[] {
  const found: Definition[] = [];
  for (const [literal, { kind, value }] of code.tokens.entries()) {
    if (kind !== 'string' || value === undefined) continue;
    const at = nameOf(code, literal, language);
    if (at !== undefined) found.push({ name: code.textOf(at), at, literal, value });
  }
  return found;
}

/** The names that the file only uses apart from their definition. */
export function constantsAmong(definitions: readonly Definition[], code: Code): ReadonlyMap<string, Definition> {
  const constants = new Map<string, Definition>();
  const unclear = new Set<string>();
  for (const definition of definitions) {
    if (constants.has(definition.name)) unclear.add(definition.name);
    constants.set(definition.name, definition);
  }
  const binding = bindingBrackets(code);
  for (const [at, { kind }] of code.tokens.entries()) {
    if (kind !== 'name') continue;
    const definition = constants.get(code.textOf(at));
    if (definition !== undefined && definition.at !== at && !isUse(code, at, binding)) unclear.add(definition.name);
  }
  for (const name of unclear) constants.delete(name);
  return constants;
}

/** @returns the names of types and the like that the file declares: `Flags` of `Flags.NEW_UI` */
export function declaredIn(code: Code): ReadonlySet<string> {
  const declared = code.tokens.map((_, at) => (declaring.has(code.textOf(at - 1)) ? code.textOf(at) : ''));
  return new Set(declared);
}

function nameOf(code: Code, literal: number, language: LanguageId): number | undefined {
  const first = code.textOf(literal - 1) === '@' ? literal - 1 : literal;
  const before = code.textOf(first - 1);
  if (before === '(' || before === ',') return enumMember(code, literal);
  const next = code.tokens[literal + 1];
  if (next !== undefined && (goesOn.has(code.textOf(literal + 1)) || next.kind === 'string')) return undefined;
  if (before === '=' && code.tokens[first - 1]?.kind === 'other') {
    const name = isInStatement(code, first) ? assigned(code, first - 1, language) : undefined;
    return name !== undefined && isMemberOfObject(code, name) ? undefined : name;
  }
  if (before === ':') return property(code, first - 2, language);
  return code.textOf(first - 2) === 'define' && code.isName(first - 1) ? first - 1 : undefined;
}

/** Not among arguments or parameters: `f(name="key")`. */
function isInStatement(code: Code, at: number): boolean {
  const open = code.tokens[at]?.within ?? -1;
  return open === -1 || code.textOf(open) === '{' || ['const', 'var'].includes(code.textOf(open - 1));
}

/** `NAME = "key"`, `NAME: Type = "key"`, `NAME := "key"`; in Go, `NAME Type = "key"`. */
function assigned(code: Code, equals: number, language: LanguageId): number | undefined {
  const last = code.textOf(equals - 1) === ':' && code.isBeside(equals - 1) ? equals - 2 : equals - 1;
  for (let at = last; at > last - MOST_OF_TYPE && (code.isName(at) || ofTypes.has(code.textOf(at))); at -= 1) {
    if (code.textOf(at - 1) === ':' && code.isName(at - 2)) return at - 2;
  }
  if (!code.isName(last)) return undefined;
  const hasType = language === 'go' && code.isName(last - 1) && !declaring.has(code.textOf(last - 1));
  return hasType && code.isSameLine(last - 1, last) ? last - 1 : last;
}

/** `element.title = "key"`, but not `this.title = "key"` or `Flags.TITLE = "key"`. */
function isMemberOfObject(code: Code, name: number): boolean {
  if (code.separatorBefore(name) === undefined) return false;
  const [owner = ''] = code.namesBefore(name, 1);
  return !/^(?:this|self|cls|exports|[A-Z]\w*)$/.test(owner);
}

/** `{ NAME: "key" }` where that is no named argument. */
function property(code: Code, name: number, language: LanguageId): number | undefined {
  const isScript = language.startsWith('javascript') || language.startsWith('typescript');
  const isFirst = ['{', ','].includes(code.textOf(name - 1));
  const open = code.tokens[name]?.within ?? -1;
  return isScript && isFirst && code.isName(name) && code.textOf(open) === '{' ? name : undefined;
}

/** `NAME("key")` in an enum. */
function enumMember(code: Code, literal: number): number | undefined {
  const open = code.tokens[literal]?.within ?? -1;
  const name = open - 1;
  if (code.textOf(open) !== '(' || !code.isName(name) || !['{', ','].includes(code.textOf(name - 1))) return undefined;
  const body = code.tokens[name]?.within ?? -1;
  for (let at = body - 1; at >= 0 && code.textOf(body) === '{' && at > body - 40; at -= 1) {
    if (code.textOf(at) === 'enum') return name;
    if ([';', '{', '}'].includes(code.textOf(at))) return undefined;
  }
  return undefined;
}
