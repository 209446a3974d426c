/** Services whose certificate is not trusted, files that say whom to trust, and TLS that never comes about. */
import type { Row } from './faultRow.js';
import { always, failed, never, pushed, unreachable } from './faultRow.js';
import { cancelled, resetWhileReading, silence } from './wire.js';

const setting = 'toggleTargeting.push.extraCaFile';
const stranger = failed('untrusted', 'is not trusted', setting, 'http.systemCertificates');

export const distrust: readonly Row[] = [
  { fault: 'an unknown authority issued the certificate', certificate: 'good', ...never(stranger) },
  { fault: 'the file names another authority', certificate: 'good', authorities: 'other.pem', ...never(stranger) },
  {
    fault: 'the file names the authority, which is no fault',
    certificate: 'good',
    authorities: 'company.pem',
    ...always(pushed),
  },
  {
    fault: 'the file names the authority and others, which is no fault',
    certificate: 'good',
    authorities: 'several.pem',
    ...always(pushed),
  },
  {
    fault: 'the file is missing',
    certificate: 'good',
    authorities: 'missing.pem',
    ...never(failed('stopped-here', setting, 'missing.pem', 'cannot be read', 'no such file')),
  },
  {
    fault: 'the file is a folder',
    certificate: 'good',
    authorities: '.',
    ...never(failed('stopped-here', setting, 'cannot be read')),
  },
  {
    fault: 'the file is empty',
    certificate: 'good',
    authorities: 'empty.pem',
    ...never(failed('stopped-here', setting, 'empty.pem', 'has no certificate')),
  },
  {
    fault: 'the file has a key and no certificate',
    certificate: 'good',
    authorities: 'key.pem',
    ...never(failed('stopped-here', setting, 'has no certificate')),
  },
  {
    fault: 'the file has a broken certificate',
    certificate: 'good',
    authorities: 'broken.pem',
    ...never(failed('stopped-here', setting, 'broken.pem', 'number 2')),
  },
  {
    fault: 'the certificate has expired',
    certificate: 'expired',
    authorities: 'company.pem',
    ...never(failed('untrusted', "this machine's clock", 'CERT_HAS_EXPIRED')),
  },
  {
    fault: 'the certificate is not valid yet',
    certificate: 'early',
    authorities: 'company.pem',
    ...never(failed('untrusted', "this machine's clock", 'CERT_NOT_YET_VALID')),
  },
  {
    fault: 'the certificate is for another host',
    certificate: 'misnamed',
    authorities: 'company.pem',
    ...never(failed('untrusted', 'is for another host', 'ERR_TLS_CERT_ALTNAME_INVALID')),
  },
  {
    fault: 'TLS is met with silence',
    certificate: 'good',
    wire: silence,
    timeoutSeconds: 0.2,
    ...never(unreachable('no connection within 0.2 s')),
  },
  {
    fault: 'TLS is met with silence until the person cancels',
    certificate: 'good',
    wire: cancelled,
    ...never(failed('stopped-here', 'cancelled before anything was sent')),
  },
  { fault: 'TLS is reset', certificate: 'good', wire: resetWhileReading, ...never(unreachable('ECONNRESET')) },
  {
    fault: 'TLS is met without TLS',
    certificate: 'good',
    wire: (client) => void client.once('data', () => client.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    ...never(unreachable()),
  },
];
