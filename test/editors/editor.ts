/** Reads a Neovim buffer as a person sees it. Most checks wait, because keys and language servers take their time. */
import { expect } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver-types';
import { withDiagnostics } from '../support/annotated.js';
import type { Neovim } from './neovim.js';

export interface Editor {
  /** Waits until the buffer has exactly this text and these reports, annotated. */
  readonly shows: (annotated: string) => Promise<void>;
  readonly has: (text: string) => Promise<void>;
  /** Waits until a Lua expression has this value. */
  readonly sees: (expression: string, value: unknown) => Promise<void>;
  /** Checks that server and buffer have the same text; only for one JSON object with the comment `c`. */
  readonly agreesWithServer: () => Promise<void>;
  /** Waits until that many language servers are ready for a buffer, by number or, for the current buffer, 0. */
  readonly hasServers: (count: number, buffer?: number) => Promise<void>;
  readonly goTo: (text: string) => Promise<void>;
}

/** As in `vim.diagnostic`, which counts bytes. */
interface Shown {
  readonly lnum: number;
  readonly col: number;
  readonly end_lnum: number;
  readonly end_col: number;
  readonly severity: 1 | 2 | 3 | 4;
  readonly code: string;
  readonly message: string;
}

const patience = { timeout: 30_000, interval: 20 };

const textOfBuffer = `return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')`;

const shownInBuffer = `
  return vim.tbl_map(function(shown)
    local code = shown.code or shown.user_data.lsp.code
    return {
      lnum = shown.lnum, col = shown.col, end_lnum = shown.end_lnum, end_col = shown.end_col,
      severity = shown.severity, code = code, message = shown.message,
    }
  end, vim.diagnostic.get(0))`;

/** Language servers that are ready for a buffer. Neovim has renamed the function. */
const clients = `(function(buffer)
  if vim.lsp.get_clients then return vim.lsp.get_clients({ bufnr = buffer }) end
  return vim.tbl_values(vim.lsp.buf_get_clients(buffer))
end)`;

const textOfServer = `
  local buffer = vim.api.nvim_get_current_buf()
  local version = vim.lsp.util.buf_versions[buffer]
  local params = { uri = vim.uri_from_bufnr(buffer), version = version }
  return ${clients}(buffer)[1].request_sync('toggleTargeting/payload', params, 10000, buffer).result.body`;

export function editorOf(nvim: Neovim): Editor {
  const textSeen = async () => (await nvim.lua(textOfBuffer)) as string;
  const problemsSeen = async () => {
    const text = await textSeen();
    return withDiagnostics(text, diagnosticsIn(text, (await nvim.lua(shownInBuffer)) as readonly Shown[]));
  };
  return {
    shows: (annotated) => expect.poll(problemsSeen, patience).toBe(annotated),
    has: (text) => expect.poll(textSeen, patience).toBe(text),
    sees: (expression, value) => expect.poll(() => nvim.lua(`return ${expression}`), patience).toEqual(value),
    agreesWithServer: async () => expect(await nvim.lua(textOfServer)).toBe(await textSeen()),
    hasServers: (count, buffer = 0) =>
      expect.poll(() => nvim.lua(`return #${clients}(...)`, buffer), patience).toBe(count),
    goTo: async (text) => {
      await nvim.lua(`vim.fn.cursor(1, 1); assert(vim.fn.search('\\\\V' .. ..., 'c') > 0)`, text);
    },
  };
}

function diagnosticsIn(text: string, shown: readonly Shown[]): Diagnostic[] {
  const lines = text.split('\n').map((line) => Buffer.from(line));
  const position = (line: number, bytes: number) => {
    return { line, character: lines[line]?.toString('utf8', 0, bytes).length ?? 0 };
  };
  return shown
    .map(({ lnum, col, end_lnum, end_col, ...rest }) => ({
      ...rest,
      range: { start: position(lnum, col), end: position(end_lnum, end_col) },
    }))
    .toSorted((a, b) => a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character);
}
