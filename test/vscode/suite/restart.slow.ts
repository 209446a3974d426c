/** A language server that is killed comes back, and the person is told when that happens again and again. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { diagnosticsOf, userOfThisWindow, workspaceFolder } from '../inHost.js';
import type { User } from '../user.js';

describe('a language server that is killed', () => {
  let user: User;
  let document: vscode.TextDocument;
  let mistakes = 0;

  before(async () => {
    const file = vscode.Uri.joinPath(workspaceFolder(), 'killed.targeting.json');
    await vscode.workspace.fs.writeFile(file, Buffer.from('{ "content": { "variations": [\n] } }\n'));
    user = await userOfThisWindow();
    document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    await makeMistake();
  });

  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('is started again, and knows what was typed meanwhile', async () => {
    // At this moment the client is about to tell the server of the change, and does not know yet that it has ended.
    const killed = new Promise<number>((resolve) => {
      const listening = vscode.workspace.onDidChangeTextDocument(() => {
        listening.dispose();
        resolve(kill());
        while (serverProcesses().length > 0);
      });
    });
    await makeMistake();
    assert.notDeepEqual(serverProcesses(), [await killed]);
    // VS Code shows two notifications within 0.8 seconds at most; what failed to be written must not take one.
    assert.equal(await user.toast('connection to server').count(), 0);
  });

  it('is not started again when it ends again and again, and the person is told', async () => {
    for (let times = 2; times < 5; times += 1) {
      kill();
      await makeMistake();
    }
    kill();
    await user.toast(/crashed 5 times in 3 minutes/).waitFor();
    assert.deepEqual(serverProcesses(), []);
  });

  it('is started again by a click, and its ends are counted anew', async () => {
    await user
      .toast(/crashed 5 times/)
      .getByRole('button', { name: 'Restart' })
      .click();
    await makeMistake();
    for (let times = 1; times < 5; times += 1) {
      kill();
      await makeMistake();
    }
  });

  it('is started again by the command when the notification is gone', async () => {
    kill();
    await user.toast(/crashed 5 times/).waitFor();
    await vscode.commands.executeCommand('notifications.clearAll');
    await vscode.commands.executeCommand('toggleTargeting.restartServer');
    await makeMistake();
  });

  /** Makes one more mistake, and waits until it is reported with the others. */
  async function makeMistake(): Promise<void> {
    mistakes += 1;
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 0), `{ "value": ${mistakes} }${mistakes > 1 ? ',' : ''}\n`);
    await vscode.workspace.applyEdit(edit);
    await diagnosticsOf(document.uri, (all) => all.length === mistakes).catch((error: unknown) => {
      throw new Error(`Mistake ${mistakes}, processes ${serverProcesses().join()}: ${String(error)}`);
    });
  }
});

function kill(): number {
  const [running, ...others] = serverProcesses();
  assert.deepEqual(others, [], 'other processes of the server');
  assert.ok(running !== undefined);
  process.kill(running, 'SIGKILL');
  return running;
}

/** The ids of the server processes that this extension host has started. */
function serverProcesses(): number[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, state, ...args]) =>
        parent === String(process.pid) && state !== 'Z' && args.join(' ').includes('server.js'),
    )
    .map(([id]) => Number(id));
}
