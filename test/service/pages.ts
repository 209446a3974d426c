/** Pages of lists in the envelope of Spring Data, and the numbers in a query that ask for one. */
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
    content,
    pageable: { sort, offset, pageNumber: index, pageSize: size, paged: true, unpaged: false },
    totalPages,
    totalElements: all.length,
    last: index >= totalPages - 1,
    size,
    number: index,
    sort,
    numberOfElements: content.length,
    first: index === 0,
    empty: content.length === 0,
  };
}

/** The server answers with this when it did not even look for a page. */
export const emptyPage = {
  content: [],
  pageable: 'INSTANCE',
  totalPages: 1,
  totalElements: 0,
  last: true,
  size: 0,
  number: 0,
  sort: { empty: true, unsorted: true, sorted: false },
  numberOfElements: 0,
  first: true,
  empty: true,
};
