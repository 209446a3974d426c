/** Connections that nobody takes, that break, and on which nothing comes. */
import type { Socket } from 'node:net';
import { respond, targeting } from './cannedAnswers.js';
import type { Row } from './faultRow.js';
import { always, doubtful, failed, never, pushed, unreachable } from './faultRow.js';
import { answer, cancelled, cutAnswer, hangUp, resetWhileReading, silence } from './wire.js';

const broken = { patch: doubtful('interrupted', 'broke'), get: unreachable('the network') };
const late = {
  patch: doubtful('timed-out', 'did not respond within 0.5 s'),
  get: unreachable('no response within 0.5 s'),
  timeoutSeconds: 0.5,
};
const resets = (client: Socket) => void client.resetAndDestroy();
const ends = (client: Socket) => void client.end();
const stops = () => undefined;
/** Bytes: some of the head of an answer, and some of its body. */
const [inHead, inBody] = [30, 250];

export const brokenConnections: readonly Row[] = [
  { fault: 'nobody listens', gone: true, ...never(unreachable('ECONNREFUSED', 'base URL', 'http.proxy')) },
  { fault: 'the connection is reset as the request comes', wire: resetWhileReading, ...broken },
  { fault: 'the connection is closed at once', wire: hangUp, ...broken, unread: true },
  {
    fault: 'the connection is reset in the middle of the request',
    wire: resetWhileReading,
    comment: 'x'.repeat(3_000_000),
    ...broken,
  },
  { fault: 'nothing is answered', wire: silence, ...late },
  {
    fault: 'nothing is answered until the person cancels',
    wire: cancelled,
    patch: doubtful('cancelled', 'Cancelled'),
    get: failed('stopped-here', 'cancelled before anything was sent'),
  },
  { fault: 'the answer is lost', wire: cutAnswer(0, resets), ...broken, stored: true },
  {
    fault: 'the answer is reset in the middle of its head',
    wire: cutAnswer(inHead, resets),
    ...broken,
    stored: true,
  },
  {
    fault: 'the answer ends in the middle of its head',
    wire: cutAnswer(inHead, ends),
    ...broken,
    stored: true,
  },
  { fault: 'the answer stops in the middle of its head', wire: cutAnswer(inHead, stops), ...late, stored: true },
  {
    fault: 'the answer is reset in the middle of its body',
    wire: cutAnswer(inBody, resets),
    patch: pushed,
    get: broken.get,
    stored: true,
  },
  {
    fault: 'the answer ends in the middle of its body',
    wire: cutAnswer(inBody, ends),
    patch: pushed,
    get: broken.get,
    stored: true,
  },
  {
    fault: 'the answer stops in the middle of its body',
    wire: cutAnswer(inBody, stops),
    patch: pushed,
    get: unreachable('no response within 1 s'),
    // Its head must have come by then.
    timeoutSeconds: 1,
    stored: true,
  },
  { fault: 'a mail server answers', wire: answer(() => '220 mail.example.test ESMTP\r\n'), ...broken },
  {
    fault: 'the answer has no length, and its end is that of the connection',
    wire: answer((method) => `HTTP/1.1 200 OK\r\n\r\n${targeting(method)}`),
    ...always(pushed),
  },
  {
    fault: 'the connection is closed after the answer, without a word',
    wire: respond('200 OK', targeting, 'Connection: keep-alive'),
    ...always(pushed),
  },
];
