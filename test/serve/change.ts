/** Expects an application that polls every ten minutes to receive a change at once. */
import { expect } from 'vitest';
import { parse } from '../../server/src/core/json/document.js';
import { LocalEnvironment } from '../../server/src/workspace/local/localEnvironment.js';
import { serve } from './against.js';
import type { Application, Question } from './applications.js';

const file = { toggle: 'greeting', uri: 'file:///greeting.targeting.json' };

export async function expectChange(application: Application): Promise<void> {
  const local = new LocalEnvironment({ returnType: () => 'string', segments: new Map() }, Date.now);
  local.take(file, targetingFor('before'));
  const server = await serve(local, application);
  const question: Question = {
    url: server.url,
    sdkKey: 'server-key',
    refreshSeconds: 600,
    toggles: [{ key: file.toggle, returnType: 'string' }],
    users: [{ key: 'anna', attributes: {} }],
  };
  const value = async () => (await application.answer(question))[0]?.[0];
  await expect.poll(value, { timeout: 60_000 }).toBe('"before"');
  local.take(file, targetingFor('after'));
  const changed = () => {
    server.changed();
    return value();
  };
  // The application may still be connecting, so it is notified repeatedly.
  await expect.poll(changed, { timeout: 60_000 }).toBe('"after"');
  local.take(file, targetingFor('later'));
  server.changed();
  await expect.poll(value, { timeout: 60_000 }).toBe('"later"');
  await server.close();
}

function targetingFor(value: string) {
  const serveFirst = { select: 0 };
  return parse(
    JSON.stringify({ content: { disabledServe: serveFirst, defaultServe: serveFirst, variations: [{ value }] } }),
  );
}
