/**
 * Stands in for @vscode/native-watchdog, a native module: ends the extension host when its server is gone. It runs on
 * the same thread, so it does not end a host that hangs in a loop.
 */
const INTERVAL = 2000;

/** @param {number} parent The process id to watch. */
export function start(parent) {
  setInterval(() => {
    try {
      process.kill(parent, 0);
    } catch {
      process.exit(87);
    }
  }, INTERVAL).unref();
}
