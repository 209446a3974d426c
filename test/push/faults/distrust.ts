/** Certificates that are not trusted, files of authorities, and TLS handshakes that fail. */
import type { Row } from './faultRow.js';
import { always, failed, never, pushed, row, unreachable } from './faultRow.js';
import { canceled, resetWhileReading, silence } from './wire.js';

const setting = 'toggleTargeting.push.extraCaFile';
const stranger = never(failed('untrusted', 'is not trusted', setting, 'http.systemCertificates'));
const good = { certificate: 'good' } as const;
const named = (authorities: string) => ({ ...good, authorities });
const company = (certificate: NonNullable<Row['certificate']>) => ({ certificate, authorities: 'company.pem' });
const stopped = (...names: readonly string[]) => never(failed('stopped-here', setting, ...names));
const untrusted = (...names: readonly string[]) => never(failed('untrusted', ...names));
const clock = "this machine's clock";
const plain: Row['wire'] = (client) => void client.once('data', () => client.end('HTTP/1.1 400 Bad Request\r\n\r\n'));

export const distrust: readonly Row[] = [
  row('an unknown authority issued the certificate', undefined, stranger, good),
  row('the file names another authority', undefined, stranger, named('other.pem')),
  row('the file names the authority, which is no fault', undefined, always(pushed), named('company.pem')),
  row('the file names the authority and others, which is no fault', undefined, always(pushed), named('several.pem')),
  row('the file is missing', undefined, stopped('missing.pem', 'cannot be read', 'no such file'), named('missing.pem')),
  row('the file is a folder', undefined, stopped('cannot be read'), named('.')),
  row('the file is empty', undefined, stopped('empty.pem', 'has no certificate'), named('empty.pem')),
  row('the file has a key and no certificate', undefined, stopped('has no certificate'), named('key.pem')),
  row('the file has a broken certificate', undefined, stopped('broken.pem', 'certificate 2'), named('broken.pem')),
  row('the certificate has expired', undefined, untrusted(clock, 'CERT_HAS_EXPIRED'), company('expired')),
  row('the certificate is not valid yet', undefined, untrusted(clock, 'CERT_NOT_YET_VALID'), company('early')),
  row(
    'the certificate is for another host',
    undefined,
    untrusted('is for another host', 'ERR_TLS_CERT_ALTNAME_INVALID'),
    company('misnamed'),
  ),
  row('TLS is met with silence', silence, never(unreachable('no connection within 0.2 s')), {
    ...{ ...good, timeoutSeconds: 0.2 },
  }),
  row(
    'TLS is met with silence until the person cancels',
    canceled,
    never(failed('stopped-here', 'canceled before anything was sent')),
    good,
  ),
  row('TLS is reset', resetWhileReading, never(unreachable('ECONNRESET')), good),
  row('TLS is met without TLS', plain, never(unreachable()), good),
];
