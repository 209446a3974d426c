/** The command line without its process, as one bundle: tests load it faster than its files. */
export { default as manual } from '../../docs/problems.md';
export { run } from '../../server/src/cli/run.js';
export { worldOf } from '../../server/src/cli/processWorld.js';
