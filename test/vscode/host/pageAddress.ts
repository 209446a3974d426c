/**
 * What the page is told: its address says which folder and files to open, a script says which extensions are being
 * developed. A built VS Code ignores the latter in the address unless its server runs in the smoke-test mode, which hides
 * every notification; so the script puts them where an embedder would, into the workbench's configuration element.
 * Rewriting the served HTML instead is no way: the page's WebSocket is then refused.
 */
import { resolve } from 'node:path';

export interface PageContent {
  /** A folder or a .code-workspace file; none is an empty window. */
  readonly workspace?: string | undefined;
  readonly openFiles?: readonly string[] | undefined;
  /** How much the window and its extensions log. */
  readonly logLevel?: 'trace' | undefined;
  /**
   * The display language, as in "zh-cn". Extensions and their words follow it; VS Code's own are English anyway,
   * as its language packs come from the marketplace alone.
   */
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

/** JavaScript to run in the page before its own: as what a language pack says, its language, comes before the workbench. */
export function languageScript({ locale }: PageContent): string {
  return locale === undefined ? '' : `globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(locale)};`;
}

/** JavaScript to run in the page before its own; changes nothing when no extension is being developed. */
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
