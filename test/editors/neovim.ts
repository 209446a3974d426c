/**
 * A Neovim without a screen. init.lua has a configuration of docs/editors/neovim.md, and `toggle-targeting-server` is
 * on the PATH. This machine's own Neovim configuration is neither read nor written.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';
import { serverFile } from '../support/spawnedServer.js';

const bridge = join(import.meta.dirname, 'bridge.lua');

export interface Program {
  readonly executable: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface Neovim {
  /** Calls the body of a Lua function with `...`. Throws with the stack if the function throws. */
  readonly lua: (body: string, ...args: readonly unknown[]) => Promise<unknown>;
  /** Types in Neovim's notation: `<Esc>`, `<C-x>`. Resolves before Neovim has handled the keys. */
  readonly type: (keys: string) => Promise<void>;
  /** Ends the process with a signal, as a crash would; without a signal, asks it to quit. */
  readonly end: (signal?: 'SIGKILL') => Promise<void>;
  /** `started` for each language server and, once it has ended, `ended` with its exit code. */
  readonly servers: () => readonly string[];
  /** Errors and warnings in Neovim's log of language servers. */
  readonly errors: () => readonly string[];
  readonly dispose: () => Promise<void>;
}

export interface NeovimOptions {
  readonly program: Program;
  readonly configuration: string;
  /** Absolute paths. */
  readonly files: readonly string[];
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

export function startNeovim({ program, configuration, files }: NeovimOptions): Neovim {
  const home = mkdtempSync(join(tmpdir(), 'neovim-'));
  const diary = join(home, 'servers.txt');
  writeAt(join(home, 'config', 'nvim', 'init.lua'), configuration);
  writeAt(join(home, 'bin', 'toggle-targeting-server'), serverCommand(diary));
  chmodSync(join(home, 'bin', 'toggle-targeting-server'), 0o755);

  const child = spawn(
    program.executable,
    ['--headless', '-n', '-c', 'execute "luafile" fnameescape($BRIDGE)', '--', ...files],
    {
      cwd: home,
      env: { ...process.env, ...program.environment, ...homeVariables(home), BRIDGE: bridge },
    },
  );
  const closed = once(child, 'close');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  // On a write to an ended process, the waiting calls learn of its end.
  child.stdin.on('error', () => undefined);

  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  createInterface(child.stdout).on('line', (line) => {
    const { id, value, error } = JSON.parse(line) as Reply;
    if (error === undefined) waiting.get(id)?.resolve(value);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  child.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error(`Neovim has ended. It had said:\n${said}`));
  });

  let last = 0;
  const lua = (body: string, ...args: readonly unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ id: last, lua: body, args })}\n`);
    });
  const servers = () => (existsSync(diary) ? readFileSync(diary, 'utf8').trimEnd().split('\n') : []);
  const log = () => ['state', 'cache'].map((name) => join(home, name, 'nvim', 'lsp.log')).find(existsSync);

  return {
    lua,
    type: async (keys) => {
      await lua('vim.api.nvim_input(...)', keys);
    },
    end: async (signal) => {
      if (signal === undefined) child.stdin.write(`${JSON.stringify({ id: 0, lua: "vim.cmd('qall!')", args: [] })}\n`);
      else child.kill(signal);
      await closed;
    },
    servers,
    errors: () => linesOf(log()).filter((line) => /^\[?(?:ERROR|WARN)/.test(line)),
    dispose: async () => {
      child.stdin.end();
      child.kill('SIGKILL');
      await closed;
      await vi.waitUntil(() => servers().length % 2 === 0, { timeout: 30_000 });
      rmSync(home, { recursive: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** The command as `npm install --global` puts it onto the PATH, except that it keeps a diary. */
function serverCommand(diary: string): string {
  return `#!/bin/sh
unset LD_LIBRARY_PATH
echo started >> "${diary}"
"${process.execPath}" "${serverFile}" "$@"
echo "ended $?" >> "${diary}"
`;
}

function homeVariables(home: string): Record<string, string> {
  const folders = ['config', 'data', 'state', 'cache'].map((name) => [
    `XDG_${name.toUpperCase()}_HOME`,
    join(home, name),
  ]);
  return {
    ...(Object.fromEntries(folders) as Record<string, string>),
    HOME: home,
    PATH: [join(home, 'bin'), process.env['PATH'] ?? ''].join(delimiter),
    LC_ALL: 'C.UTF-8',
  };
}

function writeAt(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function linesOf(file: string | undefined): string[] {
  return file === undefined ? [] : readFileSync(file, 'utf8').split('\n');
}
