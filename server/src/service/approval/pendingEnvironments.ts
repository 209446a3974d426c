/** Finds the environments with a pending change, so the user need not name an environment. Does not import vscode. */
import type { Service } from '../http/service.js';

/** Also returns environments that cannot be read, since the next step reports the reason. */
export async function withPendingChange<T extends { readonly service: Pick<Service, 'read'> }>(
  places: readonly T[],
): Promise<readonly T[]> {
  const readings = await Promise.all(places.map(({ service }) => service.read()));
  return places.filter((_, index) => {
    const reading = readings[index];
    return reading?.kind !== 'read' || reading.value.pending !== undefined;
  });
}
