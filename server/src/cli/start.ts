/** Prints the version without loading the commands, because scripts use the version to detect the installation. */
import { version } from '../../../package.json';

if (process.argv.length === 3 && process.argv[2] === '--version') console.log(version);
else void import('./main.js');
