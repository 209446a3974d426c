/** The pictures of an environment that is served to an application: what it asks for, above the rules. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FeatureProbe, FPUser } from 'featureprobe-server-sdk-node';
import { inEditor, light, picture, withoutSideBar } from './camera.js';
import type { User } from './user.js';

const variations = `"variations": [
      { "value": "false", "name": "old", "description": "" },
      { "value": "true", "name": "new", "description": "" }
    ]`;
const targeting = (rules: string) => `{
  "disabled": false,
  "content": {
    "rules": [${rules}],
    "disabledServe": { "select": 0 },
    "defaultServe": { "select": 0 },
    ${variations}
  }
}
`;
const checkout = targeting(`
      {
        "name": "beta",
        "serve": { "split": [5000, 5000] },
        "conditions": [
          { "type": "string", "subject": "city", "predicate": "is one of", "objects": ["Paris", "Rome"] }
        ]
      }
    `);
const people: readonly (readonly [key: string, city: string])[] = [
  ['ada', 'Paris'],
  ['bob', 'Lyon'],
  ['cy', 'Rome'],
  ['dee', 'Paris'],
  ['eve', 'Nice'],
];

export async function picturesOfServing(): Promise<void> {
  const workspace = join(mkdtempSync(join(tmpdir(), 'pictures-')), 'shop');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  };
  try {
    const files = '{environment}/{toggle}.targeting.json';
    const service = { baseUrl: 'https://toggles.example', project: 'Shop' };
    write('targeting.config.json', JSON.stringify({ ...service, files, environments: { dev: {}, production: {} } }));
    write('dev/checkout.targeting.json', checkout);
    write('dev/gift_cards.targeting.json', targeting(''));
    write('production/checkout.targeting.json', targeting(''));
    const settings = { 'files.autoSave': 'off' };
    await inEditor({ workspace, theme: light, width: 940, height: 560, settings }, 'dev/checkout', lenses);
  } finally {
    rmSync(dirname(workspace), { recursive: true, force: true });
  }
}

async function lenses(user: User): Promise<void> {
  await withoutSideBar(user);
  await whileAsked(user, async () => {
    await user.lens(/^\d+ evaluations? in the last minute: new/).waitFor({ timeout: 60_000 });
    await user.lens(/^\d+ evaluations? in the last minute: old/).waitFor({ timeout: 60_000 });
    await user.page.mouse.move(5, 5);
  });
  await picture(user.page, 'docs/pictures/serve');
}

/** An application asks for all of them until the work is done, and reports that it did. */
async function whileAsked(user: User, work: () => Promise<void>): Promise<void> {
  await user.command('Targeting: Serve This Environment to Local Applications');
  const status = user.statusBar(/dev → :\d+/);
  await status.waitFor();
  const url = `http://127.0.0.1:${/:(\d+)/.exec(await status.innerText())?.[1] ?? ''}`;
  const probe = new FeatureProbe({ serverSdkKey: 'any', remoteUrl: url, refreshInterval: 500 });
  await probe.start(10_000);
  for (const [index, [key, city]] of people.entries())
    for (let times = 0; times < 7 + 3 * index; times += 1) {
      probe.booleanValue('checkout', new FPUser(key).with('city', city).with('plan', 'gold'), false);
      probe.booleanValue('gift_cards', new FPUser(key).with('city', city).with('plan', 'gold'), false);
    }
  probe.flush();
  await work();
  await probe.close();
}
