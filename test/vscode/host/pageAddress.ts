/**
 * The address of the page names the folder and files to open; a script names the extensions under development. In the
 * address, a built VS Code ignores extensions unless its server runs in the smoke-test mode, which hides every
 * notification. So the script puts them into the workbench's configuration element, as an embedder does. Rewriting the
 * served HTML does not work: the page's WebSocket is then refused.
 */
import { resolve } from 'node:path';

export interface PageContent {
  /** A folder or a .code-workspace file; by default, an empty window. */
  readonly workspace?: string | undefined;
  readonly openFiles?: readonly string[] | undefined;
  readonly logLevel?: 'trace' | undefined;
  /** Such as "zh-cn". Only extensions follow it, because VS Code's language packs come from the marketplace. */
  readonly locale?: string | undefined;
}

export interface Development {
  readonly extensionDevelopmentPath?: string | readonly string[] | undefined;
  /** A module with `run()`, loaded in the extension host. */
  readonly extensionTestsPath?: string | undefined;
}

export function pageAddress(origin: string, { workspace, openFiles = [], logLevel }: PageContent): string {
  const authority = new URL(origin).host;
  const payload = [
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
    ...(logLevel === undefined ? [] : [['logLevel', logLevel]]),
    ...openFiles.map((file) => ['openFile', `vscode-remote://${authority}${encodeURI(resolve(file))}`]),
  ];
  return `${origin}/?${new URLSearchParams({ ...target(workspace), payload: JSON.stringify(payload) }).toString()}`;
}

/** JavaScript that sets the language before the workbench loads, as a language pack does. */
export function languageScript({ locale }: PageContent): string {
  return locale === undefined ? '' : `globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(locale)};`;
}

/** JavaScript that runs in the page first; empty if no extension is being developed. */
export function developmentScript(origin: string, development: Development): string {
  const { extensionDevelopmentPath = [], extensionTestsPath } = development;
  const remote = (path: string) => ({
    $mid: 1,
    scheme: 'vscode-remote',
    authority: new URL(origin).host,
    path: resolve(path),
  });
  const options = {
    extensions: [extensionDevelopmentPath].flat().map(remote),
    ...(extensionTestsPath !== undefined && { extensionTestsPath: remote(extensionTestsPath) }),
  };
  if (options.extensions.length === 0) return '';
  return `{
    const getAttribute = Element.prototype.getAttribute;
    Element.prototype.getAttribute = function (name) {
      const value = getAttribute.call(this, name);
      if (name !== 'data-settings' || this.id !== 'vscode-workbench-web-configuration') return value;
      const configuration = JSON.parse(value);
      configuration.developmentOptions = { ...configuration.developmentOptions, ...${JSON.stringify(options)} };
      return JSON.stringify(configuration);
    };
  }`;
}

function target(workspace: string | undefined): Record<string, string> {
  if (workspace === undefined) return { ew: 'true' };
  return { [workspace.endsWith('.code-workspace') ? 'workspace' : 'folder']: resolve(workspace) };
}
