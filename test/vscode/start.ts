/**
 * `npm start`: the embedded service, and VS Code on a copy of demo/ with this extension. The editor is the desktop one
 * if there is one, else one that @vscode/test-electron downloads, else the VS Code server, for your browser. Ctrl+C
 * ends it; a desktop editor stays open.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { demoSeed } from '../service/seed.js';
import { Colleague } from '../service/colleague.js';
import { startService } from '../service/service.js';
import { installHost } from './host/install.js';
import { onInterruption } from './host/interruption.js';
import { pageAddress } from './host/pageAddress.js';
import { installExtension, startServer } from './host/server.js';

/** As in demo/targeting.config.json. */
const servicePort = 4009;
const root = process.cwd();
/** A fresh copy, so that each start shows the same. */
const temporary = mkdtempSync(join(tmpdir(), 'toggle-targeting-'));
const demo = join(temporary, 'demo');
const say = (line: string) => console.log(line);

await main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
});

async function main(): Promise<void> {
  cpSync(join(root, 'demo'), demo, { recursive: true });
  process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
  const colleague = new Colleague();
  const service = await startService({
    seed: demoSeed,
    port: servicePort,
    log: (line) => {
      say(`  service: ${line}`);
      colleague.hear(line, service);
    },
  }).catch((error: unknown) => {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw taken ? new Error(`Port ${servicePort} is taken, perhaps by another npm start. Stop that first.`) : error;
  });
  say(`The demo service listens on ${service.url}; open that address in a browser to see what is stored.`);

  const desktop = await findDesktop();
  const stop = desktop === undefined ? await serveInBrowser() : openDesktop(desktop);
  say(`
What to try first, in two minutes
  1. Open dev/checkout.targeting.json: 1001 and the select are underlined. Put the cursor on each, press Ctrl+. and fix it.
     The lenses say which of the four users of targeting.users.json match the rule.
  2. Press the cloud button in the editor's title. The access token is  api-demo-token
     The diff opens, and the question names the affected users. Push.
  3. See it arrive at ${service.url}
  4. Now rob, a colleague, changes the same toggle. After half a minute, go to another file and back: the lens above the
     first line says "dev: changed by rob". A click shows that he lets customer 1002 in.
  5. Change the description of a variation yourself, and push again: the file has both changes. Choose Push to dev.
  6. Open the view Testing and run the tests. On a rule, Ctrl+. adds another one.
  7. Open the view with the toggle in the activity bar: Who Gets What says what each user gets, and why.
Stop with Ctrl+C.`);
  onInterruption(() => void Promise.allSettled([stop(), service.close()]).then(() => process.exit(0)));
}

async function findDesktop(): Promise<string | undefined> {
  const onPath = ['code', 'code-insiders', 'codium'].find(
    (name) => spawnSync(name, ['--version'], { shell: process.platform === 'win32' }).status === 0,
  );
  if (onPath !== undefined) return onPath;
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    say('No display here, so VS Code runs as a server.');
    return undefined;
  }
  say('No desktop VS Code on the PATH; downloading one …');
  try {
    return await downloadAndUnzipVSCode();
  } catch {
    say('It cannot be downloaded here, so VS Code runs as a server.');
    return undefined;
  }
}

function openDesktop(command: string): () => Promise<void> {
  say('Opening the desktop VS Code on a copy of demo/ …');
  const args = [demo, '--new-window', `--extensionDevelopmentPath=${root}`];
  const child = spawn(command, args, { stdio: 'ignore', shell: process.platform === 'win32' });
  child.on('error', (error) => say(`${command} could not be started: ${error.message}`));
  return () => Promise.resolve();
}

async function serveInBrowser(): Promise<() => Promise<void>> {
  say('Packing the extension …');
  const packed = spawnSync('npm', ['run', '--silent', 'package'], { cwd: root, encoding: 'utf8' });
  // The paths come last, after a list of contents that has the bare name.
  const vsix = packed.stdout.match(/^.*\.vsix$/gm)?.at(-1);
  if (packed.status !== 0 || vsix === undefined)
    throw new Error(`npm run package failed:\n${packed.stdout}${packed.stderr}`);
  say('Starting VS Code; the first time it is installed from the npm registry, which takes about half a minute …');
  const paths = await installHost(say);
  const folders = { dataDir: join(temporary, 'data'), extensionsDir: join(temporary, 'extensions') };
  await installExtension(vsix, { paths, ...folders });
  const server = await startServer({ paths, ...folders, trust: false });
  say(`\nVS Code is ready. Open in your browser:\n\n  ${pageAddress(server.origin, { workspace: demo })}\n`);
  return () => server.dispose();
}
