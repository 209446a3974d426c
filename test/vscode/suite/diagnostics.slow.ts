/** What *Copy Diagnostics* puts on the clipboard of a real editor: enough for a report, and nothing that is nobody else's business. */
import assert from 'node:assert/strict';
import { after, before, it } from 'mocha';
import * as vscode from 'vscode';
import { workspaceFolder } from '../inHost.js';

const { Global } = vscode.ConfigurationTarget;
const settings = () => vscode.workspace.getConfiguration('toggleTargeting.push');

const file = vscode.Uri.joinPath(workspaceFolder(), 'counted', 'checkout.targeting.json');

before(async () => {
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('{}'));
  await settings().update('timeout', 7, Global);
  await settings().update('extraCaFile', '/canary/ca.pem', Global);
});

after(async () => {
  await vscode.workspace.fs.delete(vscode.Uri.joinPath(file, '..'), { recursive: true });
  await settings().update('timeout', undefined, Global);
  await settings().update('extraCaFile', undefined, Global);
});

it('copied diagnostics have versions, counts and the names of settings that differ, and no text of theirs', async () => {
  await vscode.commands.executeCommand('toggleTargeting.copyDiagnostics');
  const text = await vscode.env.clipboard.readText();
  const {
    version,
    files,
    server,
    settings: different,
  } = JSON.parse(text) as {
    version: string;
    files: Record<string, number>;
    server: object;
    settings: object;
  };
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.deepEqual(Object.keys(server), ['isRunning', 'isGivenUp']);
  assert.ok((files['*.targeting.json'] ?? 0) > 0);
  assert.deepEqual(different, { 'toggleTargeting.push.timeout': 7, 'toggleTargeting.push.extraCaFile': 'string' });
  assert.doesNotMatch(text, /canary|https?:/);
});
