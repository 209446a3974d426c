/** Finds constants: names whose only meaning in the file is a literal. */
import type { Code } from './code.js';
import type { LanguageId } from './lexer/languages.js';
import type { Uses } from './uses.js';

export interface Definition {
  readonly name: string;
  /** The token indices of the name and the literal. */
  readonly at: number;
  readonly literal: number;
  readonly value: string;
  /** Whether code in other files may change the value, because it is a field or a package variable. */
  readonly isVariable: boolean;
  /** The tokens between which the unqualified name refers to the literal; undefined if unlimited, as in Python. */
  readonly block: { readonly from: number; readonly to: number } | undefined;
  /** Names that may qualify the constant: `Flags` in `Flags.NEW_UI`. */
  readonly owners: ReadonlySet<string>;
  /** Whether an owner must qualify the name, as for a member of a JavaScript class. */
  readonly isOwned: boolean;
}

/** Tokens that continue the expression after a literal. */
const goesOn = new Set(['+', '.', '[', '(', '?', '%', '&', '|', '*', '/', '-', '<', '>', '=', '!', ':']);
const ofTypes = new Set([
  ...['class', 'enum', 'object', 'interface', 'struct', 'namespace', 'module', 'mod', 'trait', 'record', 'extension'],
  ...['protocol', 'impl', 'type'],
]);
const ofValues = new Set(['const', 'let', 'var', 'val', 'final', 'static']);
/** Tokens of a type between a name and its value. */
const inTypes = new Set(['&', '*', '.', '?', '<', '>', '|', "'", '!', '[', ']']);
const MOST_OF_TYPE = 12;
/** Keywords before a member whose value cannot change. */
const ofConstants = /^(?:const|final|readonly|val|let|enum|interface)$/;

/** Every name that a literal is assigned to, in the order of the literals. */
export function definitionsIn(code: Code, language: LanguageId): readonly Definition[] {
  const found: Definition[] = [];
  let type: string | undefined;
  for (const [literal, { kind, value }] of code.tokens.entries()) {
    if (code.textOf(literal) === 'class') type = code.textOf(literal + 1);
    if (kind !== 'string' || value === undefined) continue;
    const at = nameOf(code, literal, language);
    if (at === undefined) continue;
    const isVariable = mayBeSetElsewhere(code, at, language);
    found.push({ name: code.textOf(at), at, literal, value, isVariable, ...scopeOf(code, at, type, language) });
  }
  return found;
}

/** Constants whose names have no other meaning in the file. */
export function constantsAmong(
  definitions: readonly Definition[],
  code: Code,
  uses: Uses,
): ReadonlyMap<string, Definition> {
  const constants = new Map<string, Definition>();
  // Kotlin and Groovy name an implicit parameter `it`.
  const unclear = new Set(['it']);
  for (const definition of definitions) {
    if (definition.isVariable || constants.has(definition.name)) unclear.add(definition.name);
    constants.set(definition.name, definition);
  }
  for (const [at, { kind }] of code.tokens.entries()) {
    if (importsAll(code, at)) return new Map();
    const definition = kind === 'name' ? constants.get(code.textOf(at).replaceAll('`', '')) : undefined;
    if (definition === undefined) continue;
    const isClear = definition.at === at ? uses.mayDefine(code.tokens[at]?.within ?? -1) : uses.isUse(at);
    if (!isClear) unclear.add(definition.name);
  }
  for (const name of unclear) constants.delete(name);
  return constants;
}

/** Whether any name may be imported here: `from flags import *`, or `use flags::*` in a Rust module. */
function importsAll(code: Code, at: number): boolean {
  if (code.textOf(at) !== '*') return false;
  if (code.textOf(at - 1) === 'import') return code.textOf(at + 1) !== 'as';
  const isInModule = code.textOf(at - 1) === ':' && code.tokens[at]?.within !== -1;
  return isInModule && code.namesBefore(at, 1)[0] !== 'super';
}

/** Whether a name refers to the constant: unqualified or a member of `this` in its block, or a member of an owner. */
export function isInScope({ block, owners, isOwned }: Definition, qualifier: string | undefined, at: number): boolean {
  if (qualifier === undefined && isOwned) return false;
  if (qualifier !== undefined && !own.has(qualifier)) return owners.has(qualifier);
  return block === undefined ? qualifier === undefined || owners.size > 0 : block.from < at && at < block.to;
}

const own = new Set(['this', 'self', 'Self', 'cls', 'static']);

function mayBeSetElsewhere(code: Code, name: number, language: LanguageId): boolean {
  const open = code.tokens[name]?.within ?? -1;
  const head = code.textOf(open) === '{' ? headOf(code, open) : [];
  const words = [...head, code.textOf(open - 1)];
  const isBefore = (at: number) => code.isSameLine(at, at + 1) && !/^[;{}(),]?$/.test(code.textOf(at));
  for (let at = name - 1; at > name - MAX_STEPS && isBefore(at); at -= 1) words.push(code.textOf(at));
  if (words.some((word) => ofConstants.test(word))) return false;
  const isStatic = words.includes('static') && (isScript(language) || language === 'rust');
  const isOfPackage = ['go', 'kotlin', 'swift', 'dart'].includes(language) && words.includes('var');
  return head.some((word) => ofTypes.has(word)) ? !isStatic : (open === -1 || code.textOf(open) === '(') && isOfPackage;
}

function isScript(language: LanguageId): boolean {
  return language.startsWith('javascript') || language.startsWith('typescript');
}

/** @param type the class above the name, for Python, where no braces enclose the class */
function scopeOf(
  code: Code,
  name: number,
  type: string | undefined,
  language: LanguageId,
): Pick<Definition, 'block' | 'owners' | 'isOwned'> {
  const owners = new Set(code.namesBefore(name, 1));
  let block: Definition['block'];
  let isOwned = false;
  let open = code.tokens[name]?.within ?? -1;
  for (let steps = 0; open !== -1 && steps < MAX_STEPS; steps += 1) {
    const head = code.textOf(open) === '{' ? headOf(code, open) : ['companion'];
    const to = code.tokens[open]?.other ?? Infinity;
    if (block === undefined) isOwned = head.includes('class') && isScript(language);
    // A local variable does not exist above its declaration, and a variable of one case may not exist in the next case.
    if (!head.includes('companion'))
      block ??= { from: head.length === 0 ? name : open, to: isInCase(code, open) ? open : to };
    for (const word of head) owners.add(word === 'companion' ? 'Companion' : word);
    open = code.tokens[open]?.within ?? -1;
  }
  return { block, isOwned, owners: block === undefined && type !== undefined ? owners.add(type) : owners };
}

function isInCase(code: Code, open: number): boolean {
  for (let at = open - 1; at > open - MOST_OF_TYPE && !/^[;{}]?$/.test(code.textOf(at)); at -= 1)
    if (code.textOf(at) === 'switch' || code.textOf(at) === 'select') return true;
  return false;
}

/** @returns the words before `{`, such as `Flags` of `class Flags {` or `const Flags = {` */
function headOf(code: Code, open: number): readonly string[] {
  const before = code.textOf(open - 1);
  if (before === ':') return [code.textOf(open - 2)];
  const words: string[] = [];
  for (let at = open - 1; words.length < MAX_STEPS; at = (code.tokens[at]?.other ?? at) - 1) {
    const word = code.textOf(at);
    words.push(word);
    if (ofTypes.has(word)) return [...words, code.textOf(at - 1)];
    if (/^[{};]?$/.test(word) || ofValues.has(word)) return before === '=' ? words : [];
  }
  return [];
}

const MAX_STEPS = 64;

function nameOf(code: Code, literal: number, language: LanguageId): number | undefined {
  const first = code.textOf(literal - 1) === '@' ? literal - 1 : literal;
  const before = code.textOf(first - 1);
  if (before === '(' || before === ',') return enumMember(code, literal);
  const next = code.tokens[literal + 1];
  if (next !== undefined && (goesOn.has(code.textOf(literal + 1)) || next.kind === 'string')) return undefined;
  // Exclude `"a" if b else "c"`, but not `"a" as const`.
  if (next?.kind === 'name' && code.isSameLine(literal, literal + 1) && code.textOf(literal + 1) !== 'as')
    return undefined;
  if (before === '=' && code.tokens[first - 1]?.kind === 'other') {
    const name = isInStatement(code, first) ? assigned(code, first - 1, language) : undefined;
    return name !== undefined && isMemberOfObject(code, name) ? undefined : name;
  }
  if (before === ':') return property(code, first - 2, language);
  return code.textOf(first - 2) === 'define' && code.isName(first - 1) ? first - 1 : undefined;
}

/** Whether the token is in a statement, not among arguments or parameters as in `f(name="key")`. */
function isInStatement(code: Code, at: number): boolean {
  const open = code.tokens[at]?.within ?? -1;
  return open === -1 || code.textOf(open) === '{' || ['const', 'var'].includes(code.textOf(open - 1));
}

/** Finds the name in `NAME = "key"`, `NAME: Type = "key"`, `NAME := "key"` and, in Go, `NAME Type = "key"`. */
function assigned(code: Code, equals: number, language: LanguageId): number | undefined {
  const last = code.textOf(equals - 1) === ':' && code.isAdjacent(equals - 1) ? equals - 2 : equals - 1;
  for (let at = last; at > last - MOST_OF_TYPE && (code.isName(at) || inTypes.has(code.textOf(at))); at -= 1) {
    if (code.textOf(at - 1) === ':' && code.isName(at - 2) && code.isSameLine(at - 1, at)) return at - 2;
  }
  if (!code.isName(last)) return undefined;
  const hasType = language === 'go' && code.isName(last - 1) && !ofValues.has(code.textOf(last - 1));
  return hasType && code.isSameLine(last - 1, last) ? last - 1 : last;
}

/** Whether the name is a member of an object, as in `element.title`; false for `this.title` and `Flags.TITLE`. */
function isMemberOfObject(code: Code, name: number): boolean {
  if (code.separatorBefore(name) === undefined) return false;
  const [owner = ''] = code.namesBefore(name, 1);
  return !/^(?:this|self|cls|exports|[A-Z]\w*)$/.test(owner);
}

/** Finds the name in `{ NAME: "key" }`, but not in a named argument. */
function property(code: Code, name: number, language: LanguageId): number | undefined {
  const isFirst = ['{', ','].includes(code.textOf(name - 1));
  const open = code.tokens[name]?.within ?? -1;
  return isScript(language) && isFirst && code.isName(name) && code.textOf(open) === '{' ? name : undefined;
}

/** Finds the name in `NAME("key")` if the name is a member of an enum. */
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
