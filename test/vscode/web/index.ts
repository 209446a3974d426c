/** The entry that VS Code calls in a browser: runs these suites with mocha, and tells the runner what came of them. */
import * as vscode from 'vscode';
import { workspaceFolder } from '../waiting.js';
import { mocha } from './mocha.js';
import '../suite/writing.slow.js';
import './browser.test.js';
import './unsearched.test.js';
import { tell } from './runner.js';

export async function run(): Promise<void> {
  // This page lacks VS Code's JSON support, which starts the extension when a targeting file is opened.
  await vscode.extensions.getExtension('toggle-targeting.toggle-targeting')?.activate();
  const lines: Promise<unknown>[] = [];
  const say = (line: string) => void lines.push(tell('line', line));
  const failed: string[] = [];
  const { scheme } = workspaceFolder();
  mocha.grep(scheme === 'unsearched' ? /^in a folder that cannot be searched/ : /^(?!in a folder that cannot)/);
  await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('suite', ({ title }) => say(`\n  ${title}`));
    runner.on('pass', ({ title, duration = 0 }) => say(`    ✔ ${title} (${duration} ms)`));
    runner.on('fail', (test, error: Error) => {
      failed.push(test.fullTitle());
      say(`    ✘ ${test.title}\n${error.stack ?? error.message}`);
    });
    runner.on('end', () => {
      const passed = runner.stats?.passes ?? 0;
      say(`\n  ${passed} passed, ${failed.length} failed`);
      lines.push(tell('end', { passed, failed }));
    });
  });
  await Promise.all(lines);
  if (failed.length > 0) throw new Error(`${failed.length} failed`);
}
