/** How FeatureProbe's server, which is written in Java, reads dates of a targeting file (evaluation.md 1.3). */

/** Whether a date is let through when it is pushed: months to 19, days to 39 and the like, too. */
export function passesDatetimeCheck(text: string): boolean {
  return /^\d{4}-[01]\d-[0-3]\dT[0-2]\d(?::[0-6]\d){2}\+[0-2]\d:[01]\d$/.test(text);
}

/** Whether a date can be read when it is handed on: whatever the numbers, but for the offset. */
export function isReadableDatetime(text: string): boolean {
  const number = '\\s*\\d{1,9}';
  const [date, time] = [Array(3).fill(number).join('-'), Array(3).fill(number).join(':')];
  return new RegExp(`^${date}T${time}(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$`).test(text);
}
