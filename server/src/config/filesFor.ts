/** Where the file of a toggle belongs: the inverse of what targets.ts makes of a path. */
import { t } from '@vscode/l10n';
import type { EnvironmentFiles, FileFor, FilesFor } from '../protocol.js';
import type { Config, ParsedConfig } from './config.js';
import { targetIn, matchFiles, unusable } from './targets.js';

/** @param configUri the config's own URI */
export function filesFor(parsed: ParsedConfig, configUri: string, toggles: readonly string[]): FilesFor {
  const { config } = parsed;
  if (config === undefined) return unusable(parsed, configUri);
  const folder = configUri.slice(0, configUri.lastIndexOf('/') + 1);
  const environments = config.environments.flatMap((environment): EnvironmentFiles[] => {
    // One that lacks its service has no file that could be pulled.
    const place = targetIn(environment, '');
    if (typeof place === 'string') return [];
    const files = toggles.map((toggle): FileFor => {
      const found = pathFor(config.files, toggle, environment.name);
      return 'reason' in found ? { toggle, ...found } : { toggle, uri: folder + encoded(found.path) };
    });
    return [{ place, files }];
  });
  return { kind: 'found', configUri, environments };
}

/** The path below the config from which `matchFiles` reads this toggle and, where it names one, this environment. */
export function pathFor(
  files: Config['files'],
  toggle: string,
  environment: string,
): { readonly path: string } | { readonly reason: string } {
  if (toggle === '') return { reason: t('the key is empty.') };
  const [wrong] = forbidden.exec(toggle) ?? [];
  if (wrong !== undefined) return { reason: t('the name of a file cannot have {0} in it.', JSON.stringify(wrong)) };
  const path = files.replace(/\{(?:toggle|environment)\}/g, (name) => (name === '{toggle}' ? toggle : environment));
  const match = matchFiles(files, path);
  const isRead = match?.toggle === toggle && (match.environment ?? environment) === environment;
  if (!isRead || path.split('/').some((part) => part === '.' || part === '..'))
    return { reason: t('the path {0} would not name it.', JSON.stringify(path)) };
  return { path };
}

/** What some system has in no name of a file, so that a repository with it could not be checked out there; and what no URI has. */
const forbidden = /[\\/:*?"<>|\p{Cc}\p{Surrogate}]/u;

function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
