/** Translates messages for users. Removes spaces of the template that end up between two Chinese characters. */
import { t as translate } from '@vscode/l10n';

/** @param message an English sentence with `{0}`, `{1}` … for the values; also the key of the translation */
export function t(message: string, ...values: readonly (string | number | boolean)[]): string {
  const translated = translate(message);
  if (translated === message || values.length === 0) return translate(message, ...values);
  // Template texts alternate with indexes of values. Only spaces in template texts are removed.
  const parts = translated.split(/\{(\d)\}/);
  return parts.reduce((text, part, index) => {
    if (index % 2 === 0) return text + (isTight(text, part) ? part.replace(/^ /, '') : part);
    const value = String(values[Number(part)]);
    return (isTight(text, value) ? text.replace(/ $/, '') : text) + value;
  });
}

function isTight(left: string, right: string): boolean {
  const ends = /[\p{Script=Han}，。；：！？、（）“”] ?$/u;
  const begins = /^ ?[\p{Script=Han}，。；：！？、（）“”]/u;
  return ends.test(left) && begins.test(right);
}
