/**
 * Runs the built server in its own process: prints its URL, and for each input line its peak memory in megabytes and its number of
 * requests. It serves 2,000 toggles, and as many values for each user.
 */
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const { startLocalServer } = createRequire(import.meta.url)('../../dist/serve.js');
const keys = Array.from({ length: 2_000 }, (_, index) => `toggle_${index}`);
const values = JSON.stringify(Object.fromEntries(keys.map((key) => [key, { value: true, reason: 'x'.repeat(150) }])));
const toggles = new Set(keys);
const repository = { json: values, version: 1 };
const server = await startLocalServer({
  source: {
    repository: () => repository,
    // A new string for each user, as real values are.
    evaluatedFor: () => `${values} `,
    toggles: () => toggles,
  },
  port: 0,
  sdkKey: undefined,
  allowedOrigins: [],
  t: (/** @type {string} */ text) => text,
  clock: Date.now,
  onTally: () => undefined,
});
console.log(server.url);
createInterface(process.stdin)
  .on('line', () => {
    const { requests } = server.tally;
    console.log(JSON.stringify({ megabytes: process.resourceUsage().maxRSS / 1024, requests }));
  })
  .on('close', () => server.close());
