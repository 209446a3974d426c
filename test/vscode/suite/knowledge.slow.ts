/** Tests in a real VS Code what the editor reads from a service while a file is written. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Service } from '../../service/service.js';
import { startService } from '../../service/service.js';
import { diagnosticsOf, userOfThisWindow, workspaceFolder } from '../inHost.js';
import type { User } from '../user.js';

const token = 'api-knowledge-canary';
const text = `{
  "content": {
    "rules": [
      { "serve": { "select": 0 }, "conditions": [{ "type": "segment", "predicate": "is in", "objects": ["tester"] }] }
    ],
    "variations": [{ "value": "1" }, { "value": " 2" }]
  }
}
`;

describe('information about the service', () => {
  const folder = vscode.Uri.joinPath(workspaceFolder(), 'knowledge');
  const file = vscode.Uri.joinPath(folder, 'dev', 'limit.targeting.json');
  let service: Service;
  let user: User;

  before(async () => {
    const variations = [{ value: '1', name: 'one', description: '' }];
    service = await startService({
      seed: {
        tokens: [{ token, account: 'anna' }],
        projects: {
          P: {
            toggles: { limit: { variations, returnType: 'number' }, dark: { variations: [], name: 'Dark mode' } },
            segments: { testers: { name: 'Testers' } },
            environments: { dev: {} },
          },
        },
      },
    });
    const config = {
      baseUrl: service.url,
      project: 'P',
      environments: { dev: { api: 'featureprobe' } },
      files: '{environment}/{toggle}.targeting.json',
    };
    await write(vscode.Uri.joinPath(folder, 'targeting.config.json'), JSON.stringify(config));
    await write(file, text);
    user = await userOfThisWindow();
  });

  after(async () => {
    await vscode.workspace.getConfiguration('toggleTargeting').update('serviceKnowledge', undefined, true);
    await service.close();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await user.dismissToasts();
  });

  async function write(uri: vscode.Uri, content: string): Promise<void> {
    await vscode.workspace.fs.writeFile(uri, Buffer.from(content));
  }

  async function codes(wanted: (codes: readonly unknown[]) => boolean): Promise<readonly unknown[]> {
    const codesOf = (seen: readonly vscode.Diagnostic[]) =>
      seen.map(({ code }) => (typeof code === 'object' ? code.value : code));
    return codesOf(await diagnosticsOf(file, (seen) => wanted(codesOf(seen))));
  }

  it('is read after a token is stored, and leads to problems without a keystroke', async () => {
    await vscode.window.showTextDocument(file);
    await user.lens('dev: set token').waitFor();
    assert.equal(service.requests.length, 0);
    const given = vscode.commands.executeCommand('toggleTargeting.manageTokens', service.url);
    await user.answer(token, service.url);
    await given;
    await codes((seen) => seen.includes('service-limit') && seen.includes('toggle-vanishes'));
    const paths = service.requests.map(({ path }) => path);
    assert.equal(paths.filter((path) => path.startsWith('/api/projects/P/toggles?')).length, 1);
    assert.equal(paths.filter((path) => path.startsWith('/api/projects/P/segments?')).length, 1);
    await user.dismissToasts();
  });

  it('is not used if the setting is off', async () => {
    await vscode.workspace.getConfiguration('toggleTargeting').update('serviceKnowledge', false, true);
    await codes((seen) => !seen.includes('service-limit') && !seen.includes('toggle-vanishes'));
  });
});
