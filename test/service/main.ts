/**
 * The program behind `npm start`: `node dist/tools/service.mjs [--port N] [--data FILE]` serves the demo seed until it is
 * stopped, and prints one line per request. Deliberately no other option: whoever needs more starts the service from code.
 */
import { parseArgs } from 'node:util';
import { demoSeed } from './seed.js';
import { startService } from './service.js';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' }, data: { type: 'string' } } });
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port ${values.port} is no port: give a number from 0 (any free one) to 65535.`);
  process.exit(2);
}

// The first line names the address, and a program that starts this one reads it: no request can come before it.
const service = await startService({ seed: demoSeed, port, data: values.data, log: (line) => console.log(line) });
console.log(`Toggle service on ${service.url}`);
