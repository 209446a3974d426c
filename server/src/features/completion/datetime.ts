/**
 * Moments as a `datetime` condition accepts them, like `2022-06-27T16:08:10+08:00`: no fraction of a second, no `Z`, and of the
 * offsets only those east of Greenwich with minutes from 00 to 19 (service.md B). Every other zone is written in UTC.
 */
export interface Moment {
  /** Since 1970, UTC. */
  readonly seconds: number;
  /** Of the local time, east of Greenwich. */
  readonly offsetMinutes: number;
}

export function datetimeText({ seconds, offsetMinutes }: Moment): string {
  const offset =
    offsetMinutes >= 0 && offsetMinutes < 24 * 60 && offsetMinutes % 60 <= 19 ? Math.floor(offsetMinutes) : 0;
  const local = Math.floor(seconds) + offset * 60;
  const days = Math.floor(local / secondsOfDay);
  const rest = local - days * secondsOfDay;
  const time = [Math.floor(rest / 3_600), Math.floor(rest / 60) % 60, rest % 60].map(twoDigits).join(':');
  return `${dayText(days)}T${time}+${twoDigits(Math.floor(offset / 60))}:${twoDigits(offset % 60)}`;
}

const secondsOfDay = 24 * 60 * 60;

/**
 * The Gregorian date, so many days after 1970-01-01 (Hinnant, "chrono-Compatible Low-Level Date Algorithms"): in years that
 * begin with March, the leap day is the last one.
 */
function dayText(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * month + 2) / 5) + 1;
  const year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${twoDigits(month >= 10 ? month - 9 : month + 3)}-${twoDigits(day)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
