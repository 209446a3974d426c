/**
 * Stands in for @vscode/native-watchdog, a native module: ends the extension host when the server that started it is
 * gone. Unlike the real one it runs on the same thread, so a host that hangs in a loop is not ended by it.
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
