/** Reads instants such as `2022-06-27T16:08:10+08:00`. Accepts more forms than the service (service.md B). */

/** @returns milliseconds since 1970 in UTC; undefined if the text is not an instant */
export function instantOf(text: string): number | undefined {
  const [, date, time, second = ':00', fraction = '', sign, hours = '0', minutes = '0'] = form.exec(text) ?? [];
  if (date === undefined || time === undefined) return undefined;
  const local = `${date}T${time}${second}`;
  const instant = Date.parse(`${local}Z`);
  // JavaScript reads February 30 as a day of March, and 24:00 as the start of the next day.
  const isReal = Number.isFinite(instant) && new Date(instant).toISOString().startsWith(local);
  const [offsetHours, offsetMinutes] = [Number(hours), Number(minutes)];
  if (!isReal || offsetHours >= 24 || offsetMinutes >= 60) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60_000;
  return instant - offset + Math.floor(Number(`0${fraction}`) * 1_000);
}

/**
 * Writes an instant in the form that the service accepts: without a fraction or `Z`, with an offset east of Greenwich
 * whose minutes are at most 19 (service.md B). Other offsets become UTC. The year must be from 0 to 9999.
 * @param offsetMinutes the offset of the local time, in minutes east of Greenwich
 */
export function acceptedSpelling(instant: number, offsetMinutes = 0): string {
  const isAccepted = offsetMinutes >= 0 && offsetMinutes < 24 * 60 && offsetMinutes % 60 <= 19;
  const offset = isAccepted ? Math.floor(offsetMinutes) : 0;
  const local = new Date(instant + offset * 60_000).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${local}+${two(offset / 60)}:${two(offset % 60)}`;
}

const form = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?:(:\d\d)(\.\d+)?)?(?:[Zz]|([+-])(\d\d):?(\d\d))$/;
