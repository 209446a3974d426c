/** Builds pages of which every text is a text: it is shown as it is, and nothing that is in it is done. */

export interface Html {
  readonly html: string;
}

type Attributes = Readonly<Record<string, string>>;

export function element(name: string, attributes: Attributes, ...content: readonly (Html | string)[]): Html {
  const inside = content.map((each) => (typeof each === 'string' ? escaped(each) : each.html));
  return { html: `${tag(name, attributes)}${inside.join('')}</${name}>` };
}

/** An element that has no end: `meta`, `link`. */
export function lone(name: string, attributes: Attributes): Html {
  return { html: tag(name, attributes) };
}

function tag(name: string, attributes: Attributes): string {
  return `<${[name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ')}>`;
}

/** What cannot be seen, or turns around what stands beside it, is written as its number. */
function escaped(text: string): string {
  const seen = text.replace(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return seen.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The two that join and part letters and emoji are left. */
const unseen = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
