/** Whether a text is as a pattern says, in which `*` matches any text. In steps that are at most the product of both lengths. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [start = '', ...parts] = pattern.split('*');
  const end = parts.pop();
  if (end === undefined) return text === start;
  if (!text.startsWith(start) || !text.endsWith(end) || text.length < start.length + end.length) return false;
  let from = start.length;
  const to = text.length - end.length;
  // The earliest place of each part leaves the most room for the others.
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at === -1 || at + part.length > to) return false;
    from = at + part.length;
  }
  return true;
}
