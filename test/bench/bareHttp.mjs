/** The limit: a server of Node that answers each request with the same, without looking at it. Its argument is the length of the body, 0 for none. */
import { createServer } from 'node:http';

const body = Buffer.alloc(Number(process.argv[2]), 'x');
const headers = { 'Content-Type': 'application/json', ETag: '"1"' };
const server = createServer((_, response) => {
  if (body.length === 0) response.writeHead(304, headers).end();
  else response.writeHead(200, { ...headers, 'Content-Length': body.length }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`);
});
process.stdin.on('end', () => process.exit()).resume();
