/** Tests the number of file operations and requests of each command, which do not depend on the machine. */
import children from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect, it } from 'vitest';
import { deployTrial, textOf } from '../cli/deployTrial.js';
import { cityIs } from '../support/targeting.js';

const keys = Array.from({ length: 50 }, (_, index) => `t${index}`);
const content = (city: string, required?: string) => ({
  rules: [{ name: city, conditions: [cityIs(city)], serve: { select: 1 } }],
  ...(required && { prerequisites: [{ key: required, type: 'boolean', value: 'true' }] }),
});
const toggles = ['dev', 'online'].flatMap((environment) =>
  keys.map((key, at) => [`${environment}/${key}.targeting.json`, textOf(content(`city ${at}`, at === 9 ? 't8' : ''))]),
);
const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries<string>(toggles as [string, string][]),
  'targeting.users.json': JSON.stringify({ users: [{ name: 'ann', attributes: { city: 'city 1' } }] }),
  'dev/t1.targeting.test.json': JSON.stringify({ cases: [{ user: 'ann', expect: { value: 'true' } }] }),
  'app/shop.ts': "import { FPClient } from 'featureprobe-client-sdk-js';\nnew FPClient({}).boolValue('t1', false);\n",
};

/** The folder of PATH with Git, so that the number of folders before it does not count. */
const PATH = (process.env['PATH'] ?? '').split(':').find((folder) => fs.existsSync(`${folder}/git`)) ?? '';

const looked: readonly (readonly [string, object, string])[] = [
  ...['openSync', 'statSync', 'lstatSync', 'readdirSync'].map((name) => [name, fs, name] as const),
  ['realpathSync', fs.realpathSync, 'native'],
  ['spawnSync', children, 'spawnSync'],
  ['JSON.parse', JSON, 'parse'],
  ['RegExp', globalThis, 'RegExp'],
];

async function countsOf(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const counts = Object.fromEntries(looked.map(([name]) => [name, 0]));
  const count = (name: string) => {
    // The service and the test runner work in this process, too.
    if (new Error().stack?.includes('/inProcess.mjs') === true) counts[name] = (counts[name] ?? 0) + 1;
  };
  const originals = looked.map(([name, owner, key]) => {
    const original = Reflect.get(owner, key) as (...args: unknown[]) => unknown;
    const counting: ProxyHandler<typeof original> = {
      apply: (target, self, args) => {
        count(name);
        return Reflect.apply(target, self, args);
      },
      construct: (target, args) => {
        count(name);
        return Reflect.construct(target, args) as object;
      },
    };
    Reflect.set(owner, key, new Proxy(original, counting));
    return () => Reflect.set(owner, key, original);
  });
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    for (const back of originals) back();
    syncBuiltinESMExports();
  }
  return counts;
}

it('each command opens, reads and sends exactly the recorded amounts', async () => {
  const trial = await deployTrial({ keys, files, config: { code: { include: ['app'] } } });
  trial.folder.write('dev/t1.targeting.json', textOf(content('Rome')));
  let told = '';
  for (const line of [
    ...[
      'check',
      'check dev/t1.targeting.json',
      'check --online dev/t1.targeting.json',
      'test',
      'explain dev/t9.targeting.json',
    ],
    ...['evaluate dev/t9.targeting.json --user ann', 'diff dev/t1.targeting.json online/t1.targeting.json'],
    ...['diff --git HEAD', 'compare dev online', 'code', 'export --env dev', 'drift', 'plan --env dev'],
  ]) {
    const before = trial.service.requests.length;
    await trial.run(line.split(' '), { PATH });
    const counts = await countsOf(() => trial.run(line.split(' '), { PATH }));
    const requests = (trial.service.requests.length - before) / 2;
    const all = Object.entries({ ...counts, requests }).filter(([, times]) => times > 0);
    told += `${line}: ${all.map(([name, times]) => `${name} ${times}`).join(', ')}\n`;
  }
  await expect(told).toMatchFileSnapshot('counters.txt');
});
