/** Objects are alternatives (service.md B), so only one bound matters: `> 1000` or `> 1001` means `> 1000`. */
import { instantOf } from './instant.js';

/** @returns the object that matches whenever any other object matches; undefined if unknown */
export function loosest(type: string, predicate: string, objects: readonly (string | undefined)[]): string | undefined {
  const isLower = predicate === '>' || predicate === '>=' || predicate === 'after';
  if (!isLower && predicate !== '<' && predicate !== '<=' && predicate !== 'before') return undefined;
  let found: { readonly object: string; readonly rank: Rank } | undefined;
  for (const object of objects) {
    const rank = object === undefined ? undefined : rankOf(type, object);
    if (object === undefined || rank === undefined) return undefined;
    const difference = found === undefined ? 0 : compare(rank, found.rank);
    if (found === undefined || (isLower ? difference < 0 : difference > 0)) found = { object, rank };
  }
  return found?.object;
}

/** The rank of an object: numbers that are compared from left to right. */
type Rank = readonly number[];

function rankOf(type: string, object: string): Rank | undefined {
  switch (type) {
    case 'number': {
      const value = decimal.test(object) ? Number(object) : NaN;
      return Number.isFinite(value) ? [value] : undefined;
    }
    case 'datetime': {
      const instant = instantOf(object);
      return instant === undefined ? undefined : [instant];
    }
    case 'semver':
      return release.test(object) ? object.split('.').map(Number) : undefined;
    default:
      return undefined;
  }
}

/** Decimal numbers that JavaScript and Java read as the same double. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Versions without pre-release and build metadata, whose numbers JavaScript represents exactly. */
const release = /^\d{1,15}\.\d{1,15}\.\d{1,15}$/;

function compare(a: Rank, b: Rank): number {
  const index = a.findIndex((each, at) => each !== b[at]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}
