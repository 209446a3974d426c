/** Finds the path for a toggle's file: the inverse of targets.ts. */
import { t } from '../../core/t.js';
import type { EnvironmentFiles, FileFor, FilesFor } from '../../core/protocol.js';
import { mistakeInName } from '../../core/targeting/fileNames.js';
import { encodedName, folderOf } from '../disk/uris.js';
import type { Config, ParsedConfig } from './config.js';
import { targetIn, matchFiles, unusable } from './targets.js';

/** @param outside returns a file's real location if a link takes it out of bounds */
export function filesFor(
  parsed: ParsedConfig,
  configUri: string,
  toggles: readonly string[],
  outside: (uri: string) => string | undefined = () => undefined,
): FilesFor {
  const { config } = parsed;
  if (config === undefined) return unusable(parsed, configUri);
  const environments = config.environments.flatMap((environment): EnvironmentFiles[] => {
    // Skips incomplete environments, whose files could not be pulled.
    const place = targetIn(environment, '');
    if (typeof place === 'string') return [];
    const files = toggles.map((toggle): FileFor => {
      const found = pathFor(config.files, toggle, environment.name);
      if ('reason' in found) return { toggle, ...found };
      const target = targetIn(environment, toggle);
      if (typeof target === 'string') return { toggle, reason: target };
      const uri = [folderOf(configUri), ...found.path.split('/').map(encodedName)].join('/');
      const real = outside(uri);
      if (real === undefined) return { toggle, uri };
      return { toggle, reason: t("it would be {0}, reached through a link or among Git's own files.", real) };
    });
    return [{ place, files }];
  });
  return { kind: 'found', configUri, environments };
}

/** A path below the config in which `matchFiles` finds this toggle and, if the pattern has one, this environment. */
export function pathFor(
  files: Config['files'],
  toggle: string,
  environment: string,
): { readonly path: string } | { readonly reason: string } {
  if (toggle === '') return { reason: t('the key is empty.') };
  if (toggle.includes('/')) return { reason: t('A file name cannot have {0} in it.', '"/"') };
  const path = files.replace(/\{(?:toggle|environment)\}/g, (name) => (name === '{toggle}' ? toggle : environment));
  const match = matchFiles(files, path);
  const isRead = match?.toggle === toggle && (match.environment ?? environment) === environment;
  const reason = path
    .split('/')
    // A name that the config itself contains may start with a dot.
    .map((name) => mistakeInName(files.split('/').includes(name) ? name.replace(/^\.(?=[^.])/, '') : name))
    .find((each) => each !== undefined);
  if (reason !== undefined) return { reason };
  return isRead ? { path } : { reason: t('the path {0} would not name the toggle.', JSON.stringify(path)) };
}
