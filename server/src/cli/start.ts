/** `toggle-targeting`: says its version without loading the commands, as scripts ask for it to see whether it is installed. */
import { version } from '../../../package.json';

if (process.argv.length === 3 && process.argv[2] === '--version') console.log(version);
else void import('./main.js');
