/** Text of a file or its name on one line of a terminal: it moves no cursor, rings no bell, hides and turns around nothing. */

export function visible(text: string): string {
  return text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Control characters, tabs and line ends among them, and what changes the direction of the text. */
const unprintable = /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
