/** User attributes that code sends to an SDK, if their names are literals: `user.with("city", city)`. */
import type { Argument, Code } from './code.js';

/** Methods that take an attribute's name and its value. */
const singleAttributeMethods: ReadonlySet<string> = new Set(['with', 'With', 'with_attr', 'setAttr']);
const attributesMethod = 'extendAttrs';

/** @param code must belong to a file that names an SDK, because other libraries have methods with the same names */
export function attributesIn(code: Code): readonly string[] {
  const found = new Set<string>();
  for (const [at, { kind }] of code.tokens.entries()) {
    if (kind !== 'name') continue;
    const name = code.textOf(at);
    if (!(singleAttributeMethods.has(name) || name === attributesMethod) || code.separatorBefore(at) === undefined)
      continue;
    const open = code.openingBracketAfter(at);
    const all = (open === undefined ? undefined : code.argumentsIn(open)) ?? [];
    for (const attribute of name === attributesMethod ? keysOf(code, all) : nameIn(code, all)) found.add(attribute);
  }
  return [...found];
}

function nameIn(code: Code, [name, value, more]: readonly Argument[]): readonly string[] {
  if (name === undefined || value === undefined || more !== undefined || name.to !== name.from + 1) return [];
  return literalAt(code, name.from);
}

function keysOf(code: Code, [object, more]: readonly Argument[]): readonly string[] {
  if (object === undefined || more !== undefined || code.textOf(object.from) !== '{') return [];
  if (code.tokens[object.from]?.other !== object.to - 1) return [];
  return (code.argumentsIn(object.from) ?? []).flatMap(({ from, to }) => {
    if (to !== from + 1 && code.textOf(from + 1) !== ':') return [];
    return code.isName(from) ? [code.textOf(from)] : literalAt(code, from);
  });
}

function literalAt(code: Code, at: number): readonly string[] {
  const value = code.tokens[at]?.value;
  return value ? [value] : [];
}
