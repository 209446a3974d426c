import { inspect } from 'node:util';

/** Tries all cases, then fails with each failure under the name of its case. */
export async function forAll<T>(cases: Iterable<T>, holds: (each: T) => unknown): Promise<void> {
  const failures: string[] = [];
  let count = 0;
  for (const each of cases) {
    count += 1;
    try {
      await holds(each);
    } catch (error) {
      failures.push(`${nameOf(each)}: ${readable(error)}`);
    }
  }
  if (count === 0) throw new Error('There are no cases.');
  if (failures.length > 0) throw new Error(`${failures.length} of ${count} failed\n\n${failures.join('\n\n')}`);
}

/** @returns the case itself, its `name`, or the first item of a list */
function nameOf(each: unknown): string {
  if (Array.isArray(each)) return nameOf(each[0]);
  return typeof each === 'object' && each !== null && 'name' in each ? String(each.name) : inspect(each).slice(0, 90);
}

function readable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const values = 'actual' in error && 'expected' in error ? [error.expected, error.actual] : [];
  const [expected, actual] = values.map((value) => (typeof value === 'string' ? value : inspect(value, { depth: 9 })));
  const place = error.stack?.split('\n').find((line) => line.includes('/test/') && !line.includes('node_modules'));
  const shown = actual === undefined ? '' : `\nexpected:\n${expected ?? ''}\nactual:\n${actual}`;
  return `${error.message}${shown}\n${place ?? ''}`;
}
