/** `toggle-targeting git`: what people and Git itself ask for. */
import type { ExitCode, World } from '../world.js';
import { gitMerge } from './gitMerge.js';
import type { GitOptions } from './gitOptions.js';
import { install, uninstall } from './install.js';
import { textconv } from './textconv.js';

export function gitCommand(options: GitOptions, world: World): ExitCode {
  switch (options.kind) {
    case 'install':
      return install(options.scope, world);
    case 'uninstall':
      return uninstall(options.scope, world);
    case 'merge':
      return gitMerge(options, world);
    case 'textconv':
      return textconv(options.file, world);
  }
}
