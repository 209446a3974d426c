/**
 * Reads the JSON value at the beginning of a text as the open-source server does: text after the value is ignored, the
 * last of duplicate keys counts, and a number keeps its spelling, because `1.50` in place of a string is stored as
 * "1.50". There are no messages, because the server does not say what is wrong with a body.
 */
export type Json = null | boolean | string | Numeral | readonly Json[] | ReadonlyMap<string, Json>;

export class Numeral {
  constructor(readonly source: string) {}
}

const token =
  /[ \t\r\n]*(?:("(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.]))|(true|false|null|[[\]{}:,]))/y;

/** @throws a SyntaxError if the text does not begin with a JSON value */
export function parseJson(text: string): Json {
  const read = tokensOf(text.replace(/^\ufeff/, ''));
  return readValue(read(), read);
}

/** Returns the next token: punctuation or a word as it is, a string or a number as `value`. */
type Tokens = () => string | { readonly value: string | Numeral };

function tokensOf(text: string): Tokens {
  let position = 0;
  return () => {
    token.lastIndex = position;
    const [matched, string, number, other] = token.exec(text) ?? [];
    if (matched === undefined) throw new SyntaxError('No JSON.');
    position += matched.length;
    if (string !== undefined) return { value: String(JSON.parse(string)) };
    return number === undefined ? (other ?? '') : { value: new Numeral(number) };
  };
}

function readValue(first: ReturnType<Tokens>, read: Tokens): Json {
  if (typeof first === 'object') return first.value;
  switch (first) {
    case '{':
      return readObject(read);
    case '[':
      return readArray(read);
    case 'null':
      return null;
    case 'true':
    case 'false':
      return first === 'true';
    default:
      throw new SyntaxError('No JSON value.');
  }
}

function readObject(read: Tokens): Json {
  const entries = new Map<string, Json>();
  for (let next = read(); next !== '}' || entries.size > 0; next = read()) {
    if (typeof next === 'string' || typeof next.value !== 'string') throw new SyntaxError('No key.');
    expect(read(), ':');
    entries.set(next.value, readValue(read(), read));
    const end = read();
    if (end === '}') break;
    expect(end, ',');
  }
  return entries;
}

function readArray(read: Tokens): Json {
  const items: Json[] = [];
  for (let next = read(); next !== ']' || items.length > 0; next = read()) {
    items.push(readValue(next, read));
    const end = read();
    if (end === ']') break;
    expect(end, ',');
  }
  return items;
}

function expect(found: ReturnType<Tokens>, wanted: string): void {
  if (found !== wanted) throw new SyntaxError(`No ${wanted}`);
}
