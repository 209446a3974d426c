/**
 * The hostile service in a process of its own, so that what it has to compute delays nobody else. The first line that it
 * prints is where it listens; each further one is a request that went elsewhere, which is a leak.
 */
import { startHostileService } from './service.js';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
say((await startHostileService(say)).url);
// Whoever started it has gone.
process.stdin.resume().on('end', () => process.exit(0));
