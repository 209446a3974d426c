/** Tests that no token is lost if the editor's secret storage fails, which it does silently on some machines. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { Credentials } from '../../../client/src/push/credentials.js';
import { userOfThisWindow } from '../inHost.js';
import type { User } from '../user.js';

const origin = 'https://toggles.example.com';

function memento(): vscode.ExtensionContext['globalState'] {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, otherwise?: T) => (values.has(key) ? (values.get(key) as T) : otherwise) as T,
    update: (key, value) => Promise.resolve(void values.set(key, value)),
    setKeysForSync: () => undefined,
  };
}

function secrets(storage: Pick<vscode.SecretStorage, 'get' | 'store'>): vscode.SecretStorage {
  return {
    ...storage,
    keys: () => Promise.resolve([]),
    delete: () => Promise.resolve(),
    onDidChange: new vscode.EventEmitter<vscode.SecretStorageChangeEvent>().event,
  } as vscode.SecretStorage;
}

describe('a token that the editor does not keep', () => {
  let user: User;
  before(async () => {
    user = await userOfThisWindow();
  });

  const storages = {
    'because storing fails': secrets({
      get: () => Promise.resolve(undefined),
      store: () => Promise.reject(new Error('locked')),
    }),
    'without a word': secrets({ get: () => Promise.resolve(undefined), store: () => Promise.resolve() }),
    'because reading fails': secrets({
      get: () => Promise.reject(new Error('locked')),
      store: () => Promise.resolve(),
    }),
  };
  for (const [how, storage] of Object.entries(storages)) {
    it(`${how} is used in this window, and the user gets a warning`, async () => {
      const credentials = new Credentials({ secrets: storage, globalState: memento() });
      assert.equal(await credentials.known(origin), undefined, 'nobody is asked');
      const given = credentials.token(origin);
      await user.answer('api-window', origin);
      assert.equal(await given, 'api-window');
      await user.toast('did not store the access token').waitFor();
      await user.dismissToasts();
      assert.equal(await credentials.token(origin), 'api-window');
      assert.equal(await credentials.known(origin), 'api-window');
      assert.deepEqual(credentials.addresses(), [origin]);
      await credentials.remove(origin);
      assert.deepEqual(credentials.addresses(), []);
    });
  }

  it('is neither requested again nor stored if the user cancels the box', async () => {
    const credentials = new Credentials({ secrets: storages['without a word'], globalState: memento() });
    const given = credentials.token(origin);
    await user.quickInputTitle(origin).waitFor();
    await user.page.keyboard.press('Escape');
    assert.equal(await given, undefined);
    assert.deepEqual(credentials.addresses(), []);
  });
});

describe('a token that was stored in another editor profile', () => {
  it('is known even if this profile does not list its address', async () => {
    const user = await userOfThisWindow();
    const storage = secrets({ get: () => Promise.resolve('api-other'), store: () => Promise.resolve() });
    const credentials = new Credentials({ secrets: storage, globalState: memento() });
    assert.equal(await credentials.token(origin), 'api-other');
    const given = credentials.ask(origin);
    await user.quickInputTitle(origin).waitFor();
    assert.equal(await user.page.getByText('You have not used this address').count(), 0);
    await user.page.keyboard.press('Escape');
    assert.equal(await given, undefined);
  });
});

describe('a token for a push that is not applied', () => {
  it('is agreed to for background reads if it was typed, but not if it was stored', async () => {
    const user = await userOfThisWindow();
    const file = vscode.Uri.file('/elsewhere/a.targeting.json');
    for (const stored of [undefined, 'api-stored']) {
      const storage = secrets({ get: () => Promise.resolve(stored), store: () => Promise.resolve() });
      const credentials = new Credentials({ secrets: storage, globalState: memento() });
      const given = credentials.tokenForPush(origin, file);
      if (stored === undefined) await user.answer('api-typed', origin);
      assert.equal(await given, stored ?? 'api-typed');
      assert.equal(credentials.isAgreed(origin, file), stored === undefined);
    }
    await user.dismissToasts();
  });
});
