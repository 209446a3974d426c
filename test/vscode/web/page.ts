/** The page of a VS Code without a server, as vscode.dev is: the workbench of code-server, extensions and a folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutBrowserHalf } from '../host/settings.js';

/** Built-in extensions that would start with an error, because their other half runs on a server. */
const left = [
  ...withoutBrowserHalf,
  ...['configuration-editing', 'git', 'git-base', 'json-language-features', 'merge-conflict'],
];

/** The extension that provides the folder (memoryFiles.ts). */
export const memoryManifest = {
  ...{ name: 'memory-files', publisher: 'toggle-targeting', version: '0.0.1', engines: { vscode: '^1.96.0' } },
  ...{ browser: './memoryFiles.js', activationEvents: ['onFileSystem:memory', 'onFileSystem:unsearched'] },
  ...{ enabledApiProposals: ['fileSearchProvider'], capabilities: { virtualWorkspaces: true } },
};

/** @param scheme of the folder (memoryFiles.ts) */
export function page(host: string, scheme: string): string {
  const at = (path: string) => ({ scheme: 'http', authority: host, path });
  const configuration = {
    ...{
      userDataPath: '/',
      isEnabledFileDownloads: true,
      isEnabledFileUploads: true,
      isEnabledCoderGettingStarted: false,
    },
    productConfiguration: {
      enableTelemetry: false,
      webEndpointUrlTemplate: `http://{{uuid}}.${host}/build`,
      webviewContentExternalBaseUrlTemplate: `http://{{uuid}}.${host}/build/out/vs/workbench/contrib/webview/browser/pre/`,
      extensionEnabledApiProposals: { 'toggle-targeting.memory-files': memoryManifest.enabledApiProposals },
    },
    folderUri: { $mid: 1, scheme, path: '/workspace' },
    additionalBuiltinExtensions: [at('/memory')],
    developmentOptions: { extensions: [at('/extension')], extensionTestsPath: at('/extension/dist/web/index.js') },
    configurationDefaults: {
      'remote.extensionKind': Object.fromEntries(left.map((name) => [`vscode.${name}`, ['-web']])),
      'security.workspace.trust.enabled': false,
      'chat.disableAIFeatures': true,
      'workbench.startupEditor': 'none',
    },
  };
  const settings = JSON.stringify(configuration).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<!DOCTYPE html>
    <html>
      <head>
        <meta charset="utf-8">
        <meta id="vscode-workbench-web-configuration" data-settings="${settings}">
        <link rel="stylesheet" href="/build/out/vs/code/browser/workbench/workbench.css">
      </head>
      <body aria-label=""></body>
      <script>globalThis._VSCODE_FILE_ROOT = location.origin + '/build/out/';</script>
      <script type="module" src="/build/out/nls.messages.js"></script>
      <script type="module" src="/build/out/vs/code/browser/workbench/workbench.js"></script>
    </html>`;
}

/** The workbench of code-server looks for the server that it came from; here there is none. */
export function workbench(vsCode: string): string {
  const script = readFileSync(join(vsCode, 'out/vs/code/browser/workbench/workbench.js'), 'utf8');
  return replacements.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`This VS Code is another one: ${from} is not there once.`);
    return text.replace(from, to);
  }, script);
}

const replacements = [
  ['remoteAuthority:location.host', 'remoteAuthority:void 0'],
  ['(this.userDataPath).with({scheme:J.vscodeRemote})', '("/").with({scheme:J.vscodeUserData})'],
] as const;
