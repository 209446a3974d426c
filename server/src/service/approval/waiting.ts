/** In which environments a change waits, so that nobody has to know that. Pure of vscode. */
import type { Service } from '../http/service.js';

/** Those of them where one waits, and those that cannot be read: asking further says why. */
export async function whereOneWaits<T extends { readonly service: Pick<Service, 'read'> }>(
  places: readonly T[],
): Promise<readonly T[]> {
  const readings = await Promise.all(places.map(({ service }) => service.read()));
  return places.filter((_, index) => {
    const reading = readings[index];
    return reading?.kind !== 'read' || reading.value.pending !== undefined;
  });
}
