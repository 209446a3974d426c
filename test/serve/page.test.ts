/** The page at `/` shows what is served and asked for, and what it shows does nothing. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { serverTrial, shown } from './trial.js';

const event = { kind: 'debug', key: 'checkout', user: 'ada', userDetail: { key: 'ada', attrs: { city: 'Paris' } } };

it('shows toggles, what was asked, and who came by', async () => {
  const { ask, report, pass } = await serverTrial({
    toggles: [
      shown,
      { ...shown, key: 'banner', returnType: 'string', isTypeInferred: true, trouble: 'No value.' },
      { ...shown, key: 'gone', returnType: undefined, isServed: false, trouble: 'The file is empty.' },
    ],
    notes: ['Nobody is in beta.'],
  });
  await report([{ events: [{ ...event, ruleIndex: 0, variationIndex: 1 }] }]);
  await report([
    {
      access: {
        counters: {
          banner: [
            { index: 0, count: 3 },
            { index: 7, count: 2 },
            { index: -1, count: 1 },
          ],
        },
      },
    },
  ]);
  pass(5);
  expect(textOf((await ask('/')).body)).toEqual([
    ...['dev: served to local applications', 'Nobody is in beta.', 'Toggles'],
    ...['Toggle', 'Type', 'File', 'Evaluations in the last minute'],
    ...['checkout', 'boolean', 'Served', '1', 'on by rule 1: 1'],
    ...['banner', 'string, inferred from the values', 'The last good version is served: No value.'],
    ...['6', 'off: 3', 'variation 8: 2', 'no variation: 1'],
    ...['gone', 'unknown', 'Not served: The file is empty.'],
    ...['Recent users', 'User', 'Attributes', 'Last seen', 'Received'],
    ...['ada', 'city: Paris', '5 s ago', 'checkout: on'],
  ]);
});

it('does nothing of what is in it', async () => {
  const evil = `<script>alert(1)</script>"'&\u202E\u0000\u001B[2J\uD800\u200F\n`;
  const attrs = { [evil]: evil };
  const { ask, report } = await serverTrial({
    toggles: [{ ...shown, key: evil, variations: [evil], trouble: evil }],
    notes: [evil],
    environment: evil,
  });
  await report([{ events: [{ kind: 'debug', key: evil, user: evil, userDetail: { attrs }, variationIndex: 0 }] }]);
  const { headers, body } = await ask('/');
  const seen = `&lt;script&gt;alert(1)&lt;/script&gt;&quot;'&amp;\\u{202e}\\u{0}\\u{1b}[2J\\u{d800}\\u{200f}\\u{a}`;
  // Title, heading, note; the toggle's key, trouble, variation; the user's key, attribute and value, what it was given.
  expect(body.split(seen)).toHaveLength(1 + 3 + 3 + 5);
  expect(body).not.toMatch(/<script|\son\w+=|[\p{Bidi_Control}\0\u001B\uFFFD]/u);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(body) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(body).not.toMatch(/server-1234/);
});

it('shows all of many toggles, again and again', async () => {
  const toggles = Array.from({ length: 2_000 }, (_, at) => ({ ...shown, key: `toggle_${at}` }));
  const { ask, report, server } = await serverTrial({ toggles });
  const events = toggles.map(({ key }) => ({ ...event, key, variationIndex: 1 }));
  await report([{ events }]);
  for (let refresh = 0; refresh < 20; refresh += 1) {
    const { body } = await ask('/');
    expect(body.match(/<th scope="row">toggle_/g)).toHaveLength(2_000);
    expect(body).toContain('480 more');
  }
  expect(server.tally.asked('toggle_1999')?.times).toBe(1);
});

function textOf(html: string): readonly string[] {
  const body = html.slice(html.indexOf('<body>'));
  return body.split(/<[^>]+>/).filter((text) => text.trim() !== '');
}
