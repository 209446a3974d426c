/**
 * Tests that an environment without `api` receives only the documented PATCH (service.md A). If a test fails, a request
 * has found another way out: send it through requests.ts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectOf } from '../../server/src/service/http/project.js';
import type { Service } from '../../server/src/service/http/service.js';
import { serviceOf } from '../../server/src/service/http/service.js';
import { targetAt } from './pushTrial.js';

const root = path.join(import.meta.dirname, '../..');
const sources = ['client/src', 'server/src/service'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => ({
      name: `${path.basename(folder).replace('src', 'client')}/${name.replaceAll('\\', '/')}`,
      code: readFileSync(path.join(root, folder, name), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, ''),
    })),
);
const filesWith = (pattern: RegExp) => sources.filter(({ code }) => pattern.test(code)).map(({ name }) => name);

test('only three files of service/http import network libraries', () => {
  expect(sources.length).toBeGreaterThan(30);
  const library = /from '(?:undici|(?:node:)?(?:https?|http2|net|dgram|tls|child_process|worker_threads))'/;
  // trust.ts asks tls for certificates.
  expect(filesWith(library)).toEqual([
    'service/http/dispatcher.ts',
    'service/http/request.ts',
    'service/http/trust.ts',
  ]);
  expect(filesWith(/\b(?:fetch|WebSocket|XMLHttpRequest|EventSource|sendBeacon|openExternal)\b/)).toEqual([]);
});

test('only client/src/requests.ts sends requests', () => {
  expect(filesWith(/\bexchange\(/).sort()).toEqual(['client/requests.ts', 'service/http/request.ts']);
});

test('only push/send.ts sends changes and requests for approval', () => {
  expect(filesWith(/\.patch\(|\.submit\(/)).toEqual(['service/push/send.ts']);
});

test('only listed files use methods other than PATCH', () => {
  expect(filesWith(/send\('(?!PATCH')/).sort()).toEqual([
    'service/http/project.ts',
    // The person who makes a config has just typed the address and the token.
    'service/http/projects.ts',
    'service/http/service.ts',
  ]);
  const methods = sources.flatMap(({ name, code }) =>
    [...code.matchAll(/\bmethod: '(\w+)'(?! \|)/g)].map(([, method]) => `${name} ${method ?? ''}`),
  );
  // A GET without a token tests whether a typed address answers.
  expect(methods.filter((method) => !method.endsWith(' PATCH'))).toEqual(['client/questions/createConfig.ts GET']);
});

test('an environment without "api" receives only a PATCH', async () => {
  expect(filesWith(/\bserviceAt\(/)).toEqual(['service/http/service.ts']);
  const send = () => Promise.reject(new Error('sent'));
  const documented = targetAt('https://localhost');
  const { patch, ...others } = serviceOf(documented, new URL('https://localhost'), send);
  for (const request of requestsOf(others)) await expect(request()).rejects.toThrow('must not be read');
  await expect(patch('{}')).rejects.toThrow('sent');
  const readable = serviceOf({ ...documented, api: 'featureprobe' }, new URL('https://localhost'), send);
  for (const request of requestsOf(readable)) await expect(request()).rejects.toThrow('sent');
  expect(() => projectOf(documented, new URL('https://localhost'), send)).toThrow('must not be read');
});

function requestsOf(service: Omit<Service, 'patch'>): readonly (() => Promise<unknown>)[] {
  const { read, history, isArchived, submit, decide, publishSubmitted, cancelSubmitted } = service;
  return [
    ...[read, history, isArchived, publishSubmitted],
    ...[() => submit('{}'), () => decide('PASS', ''), () => cancelSubmitted('')],
  ];
}
