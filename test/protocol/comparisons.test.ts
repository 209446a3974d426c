/** Tests the pages that compare environments. */
import { describe, expect, it } from 'vitest';
import { compareEnvironmentsRequest, compareToggleRequest } from '../../server/src/core/protocol.js';
import { startedWith } from '../support/folderTrials.js';
import { cityRule, targetingOf } from '../support/targetings.js';

const beta = (on: number) => cityRule('beta', { split: [10_000 - on, on] }, 'Paris');
const targeting = (content: object = {}) => targetingOf({ rules: [beta(1_000)], ...content });
const service = { baseUrl: 'https://a.b', project: 'P' };
const configWith = (online: object = {}) =>
  JSON.stringify({
    ...{ ...service, files: '{environment}/{toggle}.targeting.json' },
    environments: { dev: {}, staging: {}, online },
  });
const staff = { ...beta(0), conditions: [{ type: 'segment', subject: '', predicate: 'is in', objects: ['staff'] }] };

async function started(files: Readonly<Record<string, string>>, config = configWith()) {
  const [server, folder] = await startedWith({ 'targeting.config.json': config, ...files });
  const toggle = async (path = 'dev/checkout.targeting.json') =>
    (await server.ask(compareToggleRequest, { uri: folder.uri(path) }))?.lines.join('\n');
  const all = (one: string, other: string) =>
    server.ask(compareEnvironmentsRequest, {
      configUri: folder.uri('targeting.config.json'),
      environments: [one, other] as const,
    });
  return { server, folder, toggle, all };
}

describe('the comparison of a toggle between environments', () => {
  it('lists affected users and changed rules, starting from the given file', async () => {
    const more = { name: 'more', conditions: [], serve: { select: 1 } };
    const { toggle } = await started({
      'dev/checkout.targeting.json': targeting(),
      'staging/checkout.targeting.json': targeting({ rules: [{ ...beta(1_000), name: 'beta users' }] }),
      'online/checkout.targeting.json': targeting({ rules: [more, beta(500)] }),
    });
    expect(await toggle()).toMatchInlineSnapshot(`
      "checkout in dev, staging, online

      Differences for users

        dev → staging
          Equivalent: everyone is served the same, though the files differ.

        dev → online
          90% of those who now match "more" instead of "beta" change from off to on.
            For example: city = "Paris", key "user-0"
          Everyone who now matches "more" instead of no rule changes from off to on.
            For example: a user without attributes

      Rule by rule ("=": same as in dev)

                        dev                                    staging                                online
                        ────────────────────────────────────   ────────────────────────────────────   ────────────────────────────────────
        Toggle          While it is disabled, it serves off    =                                      =
                        ("false") to everyone.

        Rule 1 · more   -                                      =                                      Serves on ("true") to everyone who
                                                                                                      reaches it: it has no conditions.
                                                                                                      The rules after it are never
                                                                                                      reached.

        Rule 1 · beta   Serves a split of 90% off ("false"),   Rule 1 · beta users:                   Rule 2 · beta:
                        10% on ("true") when "city" equals     Serves a split of 90% off ("false"),   Serves a split of 95% off ("false"),
                        "Paris".                               10% on ("true") when "city" equals     5% on ("true") when "city" equals
                                                               "Paris".                               "Paris".

        Default         By default, it serves off ("false").   =                                      =

        Variations      0: off ("false")                       =                                      =
                        1: on ("true")"
    `);
  });

  it('uses the unsaved text of open files', async () => {
    const { server, folder, toggle } = await started({
      'dev/checkout.targeting.json': targeting(),
      'staging/checkout.targeting.json': targeting(),
    });
    expect(await toggle()).toContain('dev → staging\n    The files have the same content.');
    await server.open(folder.uri('staging/checkout.targeting.json'), targeting({ rules: [] }));
    expect(await toggle()).toContain('10% of those who now match no rule instead of "beta" change from on to off.');
  });

  it('names the missing or broken file that cannot be compared', async () => {
    const { toggle } = await started({
      'dev/checkout.targeting.json': targeting(),
      'staging/checkout.targeting.json': targeting({ defaultServe: {} }),
    });
    const page = await toggle();
    expect(page).toContain('dev → staging\n    staging: The toggle vanishes');
    expect(page).toContain('dev → online\n    There is no file in online.');
    expect(page).not.toMatch(/^ +dev +staging +online/m);
  });

  it('does not claim equality if something outside of the files may differ', async () => {
    const requires = { prerequisites: [{ key: 'elsewhere', type: 'boolean', value: 'true' }] };
    const unknown = (why: string) => `It is unknown whether anyone's value changes: ${why}.`;
    const beside = unknown('a segment or a required toggle is unknown');
    const pageOf = async (text: string, config?: string) => {
      const { toggle } = await started(
        { 'dev/checkout.targeting.json': text, 'online/checkout.targeting.json': text },
        config,
      );
      return toggle();
    };
    expect(await pageOf(targeting(requires))).toContain(beside);
    expect(await pageOf(targeting({ rules: undefined }))).toContain(
      unknown('the service keeps rules that the file leaves out'),
    );
    const other = configWith({ ...service, project: 'Q' });
    expect(await pageOf(targeting({ rules: [staff] }), other)).toContain(beside);
    expect(await pageOf(targeting({ rules: [staff] }))).toContain('The files have the same content.');
  });

  it('is missing if the path names no environment', async () => {
    const { toggle } = await started({ 'checkout.targeting.json': targeting() });
    expect(await toggle('checkout.targeting.json')).toBeUndefined();
  });
});

it('comparing two environments lists differing toggles first, with links to their files', async () => {
  const { all, folder } = await started({
    'dev/checkout.targeting.json': targeting(),
    'online/checkout.targeting.json': targeting({ rules: [beta(500)] }),
    'dev/banner.targeting.json': targeting(),
    'online/banner.targeting.json': targeting({ rules: [beta(1_000), { ...beta(500), name: 'again' }] }),
    'dev/same.targeting.json': targeting(),
    'online/same.targeting.json': targeting(),
    'online/new.targeting.json': targeting(),
    'staging/other.targeting.json': targeting(),
  });
  const page = await all('dev', 'online');
  expect(page?.lines).toEqual([
    '2 of 4 toggles serve everyone the same in dev and online.',
    '',
    'Users get different values in dev and online',
    '  checkout',
    '    5% of those who match "beta" change from on to off.',
    '  new',
    '    There is no file in dev.',
    '',
    'The same for everyone, though the files differ',
    '  banner',
    '',
    'The same in both files',
    '  same',
  ]);
  expect(page?.links).toEqual([
    { line: 3, uri: folder.uri('dev/checkout.targeting.json') },
    { line: 5, uri: folder.uri('online/new.targeting.json') },
    { line: 9, uri: folder.uri('dev/banner.targeting.json') },
    { line: 12, uri: folder.uri('dev/same.targeting.json') },
  ]);
  expect(await all('dev', 'nowhere')).toBeNull();
});
