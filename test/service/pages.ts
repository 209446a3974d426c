/** Pages of lists in the envelope of Spring Data, and the numbers in a query that ask for a page. */
import { invalidRequest, unforeseen, type Failure } from './errors.js';

export interface Page {
  readonly index: number;
  readonly size: number;
}

export function pageOf(query: URLSearchParams): Page | Failure {
  const index = integerOf(query.get('pageIndex') ?? '0');
  const size = integerOf(query.get('pageSize') ?? '10');
  if (typeof index === 'object') return index;
  if (typeof size === 'object') return size;
  if (index < 0) return invalidRequest('Page index must not be less than zero!');
  if (size < 1) return invalidRequest('Page size must not be less than one!');
  return { index, size };
}

export function integerOf(text: string): number | Failure {
  if (text === '') return unforeseen();
  return /^[+-]?\d+$/.test(text) ? Number(text) : unforeseen(400);
}

export function pageAnswer<T>(all: readonly T[], { index, size }: Page, answer: (item: T) => object): object {
  const offset = index * size;
  const content = all.slice(offset, offset + size).map(answer);
  const totalPages = Math.ceil(all.length / size);
  const sort = { empty: false, unsorted: false, sorted: true };
  return {
    ...{ content, totalElements: all.length, totalPages, numberOfElements: content.length, size, number: index, sort },
    pageable: { sort, offset, pageNumber: index, pageSize: size, paged: true, unpaged: false },
    ...{ first: index === 0, last: index >= totalPages - 1, empty: content.length === 0 },
  };
}

/** The server's answer if it did not even look for a page. */
export const emptyPage = {
  ...{ content: [], totalElements: 0, totalPages: 1, numberOfElements: 0, size: 0, number: 0, pageable: 'INSTANCE' },
  ...{ sort: { empty: true, unsorted: true, sorted: false }, first: true, last: true, empty: true },
};
