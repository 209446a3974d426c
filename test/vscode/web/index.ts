/** The entry point in a browser: runs these suites with mocha, and reports the results to the runner. */
import * as vscode from 'vscode';
import { workspaceFolder } from '../waiting.js';
import { mocha } from './mocha.js';
import './browser.test.js';
import { reported } from '../report.js';
import './unsearched.test.js';
import { tell } from './runner.js';

export async function run(): Promise<void> {
  // Without VS Code's JSON support, opening a targeting file does not start the extension.
  await vscode.extensions.getExtension('toggle-targeting.toggle-targeting')?.activate();
  const lines: Promise<unknown>[] = [];
  const { scheme } = workspaceFolder();
  mocha.grep(scheme === 'unsearched' ? /^in a folder that cannot be searched/ : /^(?!in a folder that cannot)/);
  const result = await reported(mocha, (line) => void lines.push(tell('line', line)));
  await Promise.all([...lines, tell('end', result)]);
  if (result.failed.length > 0) throw new Error(`${result.failed.length} failed`);
}
