/** Where the file of a toggle belongs: the inverse of what targets.ts makes of a path. */
import { t } from '@vscode/l10n';
import type { EnvironmentFiles, FileFor, FilesFor } from '../../protocol.js';
import { encodedName, folderOf } from '../uris.js';
import type { Config, ParsedConfig } from './config.js';
import { targetIn, matchFiles, unusable } from './targets.js';

/**
 * @param configUri the config's own URI
 * @param outside where a file would really be that links lead out of the folder
 */
export function filesFor(
  parsed: ParsedConfig,
  configUri: string,
  toggles: readonly string[],
  outside: (uri: string) => string | undefined = () => undefined,
): FilesFor {
  const { config } = parsed;
  if (config === undefined) return unusable(parsed, configUri);
  const environments = config.environments.flatMap((environment): EnvironmentFiles[] => {
    // One that lacks its service has no file that could be pulled.
    const place = targetIn(environment, '');
    if (typeof place === 'string') return [];
    const files = toggles.map((toggle): FileFor => {
      const found = pathFor(config.files, toggle.normalize(), environment.name);
      if ('reason' in found) return { toggle, ...found };
      const target = targetIn(environment, toggle);
      if (typeof target === 'string') return { toggle, reason: target };
      const uri = [folderOf(configUri), ...found.path.split('/').map(encodedName)].join('/');
      const real = outside(uri);
      return real === undefined
        ? { toggle, uri }
        : { toggle, reason: t('a link leads out of the folder, to {0}.', real) };
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
  if (toggle.includes('/')) return { reason: t('the name of a file cannot have {0} in it.', '"/"') };
  const path = files.replace(/\{(?:toggle|environment)\}/g, (name) => (name === '{toggle}' ? toggle : environment));
  const match = matchFiles(files, path);
  const isRead = match?.toggle === toggle && (match.environment ?? environment) === environment;
  const reason = path
    .split('/')
    .map(mistakeInName)
    .find((each) => each !== undefined);
  if (reason !== undefined) return { reason };
  return isRead ? { path } : { reason: t('the path {0} would not name it.', JSON.stringify(path)) };
}

/** Why some system has no such file or folder, so that a repository with it could not be checked out there. */
function mistakeInName(name: string): string | undefined {
  const [wrong] = forbidden.exec(name) ?? [];
  if (wrong !== undefined) return t('the name of a file cannot have {0} in it.', JSON.stringify(wrong));
  if (reserved.test(name)) return t('{0} is a device to Windows, and no file can have its name.', JSON.stringify(name));
  // Also `.` and `..`, which name another folder.
  return /[. ]$/.test(name)
    ? t('{0} ends with a dot or a blank, which Windows leaves out.', JSON.stringify(name))
    : undefined;
}

/** The last of them is in no URI. */
const forbidden = /[\\/:*?"<>|\p{Cc}\p{Surrogate}]/u;

/** With any extension, too: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[ ]*(?:\.|$)/i;
