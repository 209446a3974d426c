/** Stands in for @vscode/spdlog, a native module: appends to VS Code's log files, which never rotate. */
import { appendFileSync } from 'node:fs';

/** VS Code asks for it; nothing depends on the number. */
export const version = 0;

export class Logger {
  #level = 2;
  #plain = false;

  /**
   * @param {string} _name
   * @param {string} file
   */
  constructor(_name, file) {
    this.file = file;
  }

  /** @param {string} text */
  trace = (text) => this.#write(0, 'trace', text);
  /** @param {string} text */
  debug = (text) => this.#write(1, 'debug', text);
  /** @param {string} text */
  info = (text) => this.#write(2, 'info', text);
  /** @param {string} text */
  warn = (text) => this.#write(3, 'warning', text);
  /** @param {string} text */
  error = (text) => this.#write(4, 'error', text);
  /** @param {string} text */
  critical = (text) => this.#write(5, 'critical', text);

  /** @param {number} level */
  setLevel(level) {
    this.#level = level;
  }

  getLevel() {
    return this.#level;
  }

  /** VS Code calls this for output channels, whose lines it formats itself. */
  clearFormatters() {
    this.#plain = true;
  }

  setPattern = nothing;
  flush = nothing;
  drop = nothing;

  /**
   * @param {number} level
   * @param {string} name
   * @param {string} text
   */
  #write(level, name, text) {
    if (level < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    try {
      appendFileSync(this.file, this.#plain ? text : `${time} [${name}] ${text}\n`);
    } catch {
      // The data folder is removed while the last lines are written.
    }
  }
}

export const createRotatingLogger = create;
export const createAsyncRotatingLogger = create;
export const createLogger = create;
export const createAsyncLogger = create;
export const setLevel = nothing;
export const setFlushOn = nothing;
export const shutdown = nothing;

/**
 * @param {string} name
 * @param {string} file
 */
function create(name, file) {
  return Promise.resolve(new Logger(name, file));
}

function nothing() {
  // Lines are written at once and without a pattern.
}
