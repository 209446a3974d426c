/** Digits of all scripts, which Java and Python read like ASCII digits. */

export function isDigitOfAnyScript(character: string): boolean {
  return /^\p{Nd}$/u.test(character);
}

export function inAscii(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)));
}

/** The value of a digit. In each script, the code points of the ten digits are consecutive. */
function valueOf(digit: number): number {
  let before = 0;
  while (isDigitOfAnyScript(String.fromCodePoint(digit - before - 1))) before += 1;
  return before % 10;
}
