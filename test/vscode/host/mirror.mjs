/**
 * Runs in the extension host, around a suite: what the suite prints goes into a file that runTests.ts follows, because
 * on the way through the page it would be mixed with the workbench's own log. The file and the suite are named by
 * environment variables. The result is the suite's: this module only passes it on.
 */
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';

const suite = fromEnvironment('VSCODE_HOST_SUITE');
const output = fromEnvironment('VSCODE_HOST_OUTPUT');

export async function run() {
  for (const method of /** @type {const} */ (['log', 'info', 'warn', 'error', 'debug'])) {
    replace(console, method, (/** @type {unknown[]} */ ...values) => appendFileSync(output, `${format(...values)}\n`));
  }
  for (const name of /** @type {const} */ (['stdout', 'stderr'])) replace(process, name, mirrored(process[name]));
  try {
    await (await loadSuite()).run();
  } catch (error) {
    // The workbench tells it to its own log only.
    console.error(error);
    throw error;
  }
}

/** Through `require` where possible: only then may the suite, in turn, `require('vscode')`. */
async function loadSuite() {
  const require = createRequire(import.meta.url);
  const file = require.resolve(suite);
  /** @type {unknown} */
  let loaded;
  try {
    loaded = require(file);
  } catch (error) {
    if (!isModuleError(error)) throw error;
    loaded = await import(pathToFileURL(file).href);
  }
  if (!hasRun(loaded)) throw new Error(`${suite} has no run().`);
  return loaded;
}

/**
 * A stream like the given one whose `write` goes into the file. Everything else stays, as reporters ask for colours and
 * columns.
 *
 * @param {NodeJS.WriteStream} stream
 */
function mirrored(stream) {
  /**
   * @param {string | Uint8Array} data
   * @param {(string | (() => void))[]} rest An encoding or a callback or both.
   */
  const write = (data, ...rest) => {
    appendFileSync(output, data);
    for (const callback of rest) if (typeof callback === 'function') callback();
    return true;
  };
  return new Proxy(stream, {
    get: (target, name) => {
      /** @type {unknown} */
      const value = name === 'write' ? write : Reflect.get(target, name);
      return value instanceof Function ? /** @type {unknown} */ (value.bind(target)) : value;
    },
  });
}

/**
 * The extension host's own console methods and streams are accessors, which ignore an assignment.
 *
 * @param {object} object
 * @param {string} name
 * @param {unknown} value
 */
function replace(object, name, value) {
  Object.defineProperty(object, name, { value, writable: true, configurable: true, enumerable: true });
}

/** @param {unknown} error */
function isModuleError(error) {
  const codes = ['ERR_REQUIRE_ESM', 'ERR_REQUIRE_ASYNC_MODULE'];
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/**
 * @param {unknown} loaded
 * @returns {loaded is { run: () => unknown }}
 */
function hasRun(loaded) {
  return typeof loaded === 'object' && loaded !== null && 'run' in loaded && typeof loaded.run === 'function';
}

/** @param {string} name */
function fromEnvironment(name) {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: mirror.mjs is started by runTests.ts only.`);
  return value;
}
