/** What companyMachine.ts starts: pushes to a base URL, through a proxy if one is named, and prints the outcome as JSON. */
import { pushTo } from './pushTrial.js';

const [baseUrl = '', proxy = ''] = process.argv.slice(2);
const network = { systemCertificates: true, ...(proxy !== '' && { proxy }) };
void pushTo(baseUrl, { network }).then(({ outcome }) => process.stdout.write(JSON.stringify(outcome)));
