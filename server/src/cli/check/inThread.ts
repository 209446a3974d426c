/** What another thread of the command line does: its share of a command's files. */
import { boundsOf } from '../files/bounds.js';
import type { FileCheckOptions, FileResult } from './fileCheck.js';
import { FileCheck } from './fileCheck.js';
import type { Part, Share } from './threads.js';
import { partsOf } from './threads.js';
import type { World } from '../world.js';

/** Plain data. */
export interface ThreadWork {
  readonly options: FileCheckOptions;
  readonly share: Share;
}

export async function workInThread(
  { options, share }: ThreadWork,
  world: World,
  tell: (part: Part<FileResult>) => void,
): Promise<void> {
  const fileCheck = new FileCheck(options, world, boundsOf(options, world));
  for await (const part of partsOf(share, (path) => fileCheck.ofPath(path), world.pause)) tell(part);
}
