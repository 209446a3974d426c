/** Times of the open-source server: in its own zone, and in whole seconds once they were in its database. */
const zone = { suffix: '+08:00', milliseconds: 8 * 3_600_000 };

/** @param iso in UTC */
export function exactTime(iso: string): string {
  return new Date(Date.parse(iso) + zone.milliseconds).toISOString().replace('Z', zone.suffix);
}

/** @param iso in UTC; the part below a second is cut, not rounded */
export function wholeSecond(iso: string): string {
  return exactTime(iso).replace(/\.\d+/, '.000');
}
