/** Tests the demo of `npm start`: its mistakes, its fixes, and the colleague who pushes in between. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changes } from '../../server/src/core/targeting/state/changes.js';
import { mergeStates } from '../../server/src/core/targeting/state/mergeStates.js';
import { stateAfterPatch, readBody } from '../../server/src/core/targeting/state/state.js';
import { Colleague } from '../service/colleague.js';
import { demoSeed } from '../service/seed.js';
import { startService } from '../service/service.js';
import { commandLineTrial } from '../support/commandLine.js';

const demo = join(import.meta.dirname, '../../demo');
const paths = readdirSync(demo, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(demo, path), 'utf8')]));
const checkout = 'dev/checkout.targeting.json';
const mended = (files[checkout] ?? '').replace('1001]', '"1001"]').replace('"select": 2', '"select": 1');

it('the demo has two mistakes with fixes, and its tests pass after both fixes', async () => {
  const trial = commandLineTrial(files);
  const { stdout } = await trial.run(['check', '--format', 'json', checkout]);
  const { problems } = JSON.parse(stdout) as { problems: { code: string; fixes: unknown[] }[] };
  expect(problems.map(({ code }) => code)).toEqual(['non-string-value', 'select-out-of-range', 'unused-variation']);
  // The third problem disappears once the second is fixed.
  for (const { fixes } of problems.slice(0, 2)) expect(fixes).not.toEqual([]);
  trial.write(checkout, mended);
  expect((await trial.run(['check', checkout])).code).toBe(0);
  expect((await trial.run(['test'])).stdout).toContain('2 passed, 0 failed');
});

it('the first push of the demo adds one rule and changes nothing else', async () => {
  const service = await startService({ seed: demoSeed });
  try {
    const live = service.targeting('My_Project', 'dev', 'checkout');
    expect(changes(live, stateAfterPatch(readBody(mended), live).state)).toEqual([
      'Rule "early customers" is new and serves "new checkout".',
    ]);
  } finally {
    await service.close();
  }
});

it('the colleague in the demo changes the toggle once, after the first push, and the edits merge', async () => {
  const colleague = new Colleague(0);
  const service = await startService({ seed: demoSeed, log: (line) => colleague.hear(line, service) });
  try {
    const path = '/api/projects/My_Project/environments/dev/toggles/checkout/targeting';
    const push = (body: string) =>
      fetch(service.url + path, {
        ...{ method: 'PATCH', body },
        headers: { Authorization: 'api-demo-token', 'Content-Type': 'application/json' },
      });
    const live = () => service.targeting('My_Project', 'dev', 'checkout');
    expect((await push(mended)).status).toBe(200);
    await expect.poll(() => live().version).toBe(3);
    expect(live()).toMatchObject({ modifiedBy: 'rob', comment: 'One more customer' });
    expect(live().content.rules?.[0]).toMatchObject({
      name: 'early customers',
      conditions: [{ objects: ['1000', '1001', '1002'] }],
      serve: { select: 1 },
    });
    const theirs = live();
    const own = mended.replace('One page', 'One page, no account');
    const [base, yours] = [mended, own].map((text) => stateAfterPatch(readBody(text), theirs).state);
    if (base === undefined || yours === undefined) throw new Error('There are two.');
    expect(changes(base, theirs)).toEqual(['Rule "early customers" now also matches customer_id 1002.']);
    const both = mergeStates({ base, theirs, yours });
    expect(changes(base, both)).toEqual([...changes(base, theirs), ...changes(base, yours)]);
    const trial = commandLineTrial(files);
    trial.write(checkout, JSON.stringify({ disabled: both.disabled, content: both.content }));
    expect((await trial.run(['test'])).stdout).toContain('2 passed, 0 failed');

    await push(mended);
    await service.close();
    expect(live().version).toBe(4);
  } finally {
    await service.close();
  }
});
