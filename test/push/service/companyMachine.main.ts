/** The process that certificates.test.ts starts: pushes to a base URL, and prints the outcome as JSON. */
import { pushTo } from '../pushTrial.js';

const [baseUrl = ''] = process.argv.slice(2);
void pushTo(baseUrl, { network: { systemCertificates: true } }).then(({ outcome }) =>
  process.stdout.write(JSON.stringify(outcome)),
);
