/** Runs a command, with access to services if `--online` is given. */
import { t } from '../core/t.js';
import type { Access } from './deploy/access.js';
import { withAccess } from './deploy/access.js';
import type { Values } from './options.js';
import { Mistake, timeout } from './options.js';
import type { World } from './world.js';

export function withOnline<T>(values: Values, world: World, work: (access?: Access) => Promise<T>): Promise<T> {
  const patience = timeout(values);
  if (values.online === true) return withAccess(world, patience, work);
  if (values.timeout !== undefined) throw new Mistake(t('{0} works only with {1}.', '--timeout', '--online'));
  return work();
}
