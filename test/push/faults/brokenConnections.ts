/** Connections that are refused, break, or stay silent. */
import type { Socket } from 'node:net';
import { respond, targeting } from './cannedAnswers.js';
import type { Row } from './faultRow.js';
import { always, doubtful, each, failed, never, pushed, row, unreachable } from './faultRow.js';
import { answer, canceled, cutAnswer, hangUp, resetWhileReading, silence } from './wire.js';

const broken = each(doubtful('interrupted', 'broke'), unreachable('the network'));
const late = each(doubtful('timed-out', 'did not respond within 0.5 s'), unreachable('no response within 0.5 s'));
const soon = { timeoutSeconds: 0.5 };
const stored = { stored: true } as const;
const resets = (client: Socket) => void client.resetAndDestroy();
const ends = (client: Socket) => void client.end();
const stops = () => undefined;
/** Bytes that arrive before the answer breaks: part of its head, and part of its body. */
const [inHead, inBody] = [30, 250];
const cancels = each(doubtful('canceled', 'Canceled'), failed('stopped-here', 'canceled before anything was sent'));
/** Long enough for the head to arrive. */
const inTime = { timeoutSeconds: 1, ...stored };
const unbounded = answer((method) => `HTTP/1.1 200 OK\r\n\r\n${targeting(method)}`);

export const brokenConnections: readonly Row[] = [
  row('nobody listens', undefined, never(unreachable('ECONNREFUSED', 'base URL', 'http.proxy')), { gone: true }),
  row('the connection is reset as the request comes', resetWhileReading, broken),
  row('the connection is closed at once', hangUp, broken, { unread: true }),
  row('the connection is reset in the middle of the request', resetWhileReading, broken, { comment: 'x'.repeat(3e6) }),
  row('nothing is answered', silence, late, soon),
  row('nothing is answered until the person cancels', canceled, cancels),
  row('the answer is lost', cutAnswer(0, resets), broken, stored),
  row('the answer is reset in the middle of its head', cutAnswer(inHead, resets), broken, stored),
  row('the answer ends in the middle of its head', cutAnswer(inHead, ends), broken, stored),
  row('the answer stops in the middle of its head', cutAnswer(inHead, stops), late, { ...soon, ...stored }),
  row('the answer is reset in the middle of its body', cutAnswer(inBody, resets), each(pushed, broken.get), stored),
  row('the answer ends in the middle of its body', cutAnswer(inBody, ends), each(pushed, broken.get), stored),
  row(
    'the answer stops in the middle of its body',
    cutAnswer(inBody, stops),
    each(pushed, unreachable('no response within 1 s')),
    inTime,
  ),
  row(
    'a mail server answers',
    answer(() => '220 mail.example.test ESMTP\r\n'),
    broken,
  ),
  row('the answer has no length, and its end is that of the connection', unbounded, always(pushed)),
  row(
    'the connection is closed after the answer, without a word',
    respond('200 OK', targeting, 'Connection: keep-alive'),
    always(pushed),
  ),
];
