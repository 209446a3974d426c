/** A text as Python's `strip` leaves it. JavaScript takes a byte order mark for a blank, and some controls not. */
export function stripped(text: string): string {
  return text.replace(/^(?:[^\S\ufeff]|[\x1c-\x1f\x85])+|(?:[^\S\ufeff]|[\x1c-\x1f\x85])+$/g, '');
}
