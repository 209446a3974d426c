/** An application with the official client SDK for JavaScript in a minimal simulated page. applications.ts has its protocol. */
import { createInterface } from 'node:readline';
import { askClient } from './askClient.mjs';

/** @type {Map<string, string>} */
const stored = new Map();
const localStorage = {
  getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
};
const page = Object.assign(new EventTarget(), { location: new URL('http://localhost/'), localStorage });
Object.assign(globalThis, { window: page, document: new EventTarget(), localStorage });

const sdk = (await import('featureprobe-client-sdk-js')).default;
const current = { clients: new Map() };
for await (const line of createInterface(process.stdin))
  console.log(JSON.stringify(await askClient(sdk, current, JSON.parse(line))));
process.exit();
