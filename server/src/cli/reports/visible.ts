/** Text of a file or its name on one line of a terminal: it moves no cursor, rings no bell, hides and turns around nothing. */

export function visible(text: string): string {
  return text.replace(unprintable, escaped);
}

/** JSON of several lines; programs read the same of it. */
export function visibleJson(json: string): string {
  return json.replace(unprintable, (found) => (found === '\n' ? found : escaped(found)));
}

function escaped(characters: string): string {
  return Array.from(
    { length: characters.length },
    (_, at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** Control and format characters, tabs and line ends among them; not the two that join and part letters and emoji. */
const unprintable = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
