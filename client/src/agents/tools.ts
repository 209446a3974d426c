/** The language model tools. They read workspace files, change nothing and send nothing. They are off by default. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { LanguageServer } from '../server/languageClient.js';
import { compare } from './compareTool.js';
import { evaluate } from './evaluateTool.js';
import { explain } from './explainTool.js';
import { stale } from './staleTool.js';
import type { Input } from './tool.js';
import { validate } from './validateTool.js';

const tools = { validate, explain, evaluate, compare, stale };

/** @param editor the VS Code API; old versions of VS Code and forks without language models lack `lm` */
export function registerTools(
  server: LanguageServer,
  editor: { readonly lm?: Partial<typeof vscode.lm> } = vscode,
): readonly vscode.Disposable[] {
  const registerTool = editor.lm?.registerTool;
  if (registerTool === undefined) return [];
  return Object.entries(tools).map(([name, tool]) =>
    registerTool<Input>(`toggleTargeting_${name}`, {
      invoke: async ({ input }) => {
        // A caller may invoke a tool although the setting is off.
        if (!vscode.workspace.getConfiguration('toggleTargeting').get<boolean>('languageModelTools', false))
          throw new Error(t('{0} is off.', 'toggleTargeting.languageModelTools'));
        const text = await tool(input, server);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      },
    }),
  );
}
