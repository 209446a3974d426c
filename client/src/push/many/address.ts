/**
 * Where each of many files goes, by its targeting.config.json: all to environments of one name, each to a toggle of its own.
 * Pure.
 */
import { t } from '@vscode/l10n';
import type { Targets } from '../../../../server/src/protocol.js';
import { targetName, targetUrl } from '../service/target.js';
import type { Addressed, Asked, Planned } from './planned.js';
import { isPlanned, refused } from './planned.js';
import type { EnvironmentChoice, ManyPorts } from './ports.js';

interface Found extends Asked {
  readonly targets: Extract<Targets, { kind: 'found' }>;
}

export async function find(ports: ManyPorts, file: Asked): Promise<Found | Planned> {
  const targets = await ports.targets(file.uri);
  if (targets.kind === 'found') return { ...file, targets };
  return refused(
    file,
    targets.kind === 'none' ? t('there is no targeting.config.json for this file.') : targets.reason,
  );
}

/** Asks where there are several. None can go anywhere: then there is nothing to choose. */
export async function environmentOf(
  ports: ManyPorts,
  found: readonly (Found | Planned)[],
): Promise<string | undefined> {
  const targets = found.flatMap((file) => (isPlanned(file) ? [] : file.targets.targets));
  const choices = [...new Set(targets.map(({ environment }) => environment))].map((name): EnvironmentChoice => {
    const ofName = targets.filter(({ environment }) => environment === name);
    return { name, files: ofName.length, protected: ofName.some((target) => target.protected) };
  });
  const [first, ...others] = choices;
  if (others.length > 0) return ports.chooseEnvironment(choices.sort((a, b) => b.files - a.files));
  return first?.name ?? '';
}

export function addressOf(file: Found, environment: string): Addressed | Planned {
  const target = file.targets.targets.find((each) => each.environment === environment);
  const [only] = file.targets.targets;
  if (target === undefined)
    return refused(
      file,
      file.targets.bound && only !== undefined
        ? t('it goes to {0}, not to {1}.', only.environment, environment)
        : t('its targeting.config.json has no environment {0}.', environment),
    );
  const url = targetUrl(target);
  const { uri } = file;
  return url === undefined
    ? refused({ uri, target }, t('{0} is no address to push to: a key or the base URL is wrong.', targetName(target)))
    : { uri, target, url };
}

/** Of two files for one toggle, the later push would silently undo the earlier one. */
export function withoutTwice(
  ports: ManyPorts,
  files: readonly (Addressed | Planned)[],
): readonly (Addressed | Planned)[] {
  const byPlace = new Map<string, readonly Addressed[]>();
  for (const file of files)
    if (!isPlanned(file)) byPlace.set(placeOf(file), [...(byPlace.get(placeOf(file)) ?? []), file]);
  return files.map((file) => {
    if (isPlanned(file)) return file;
    const other = byPlace.get(placeOf(file))?.find((each) => each.uri !== file.uri && isOneToggle(each, file));
    if (other === undefined) return file;
    const name = ports.nameOf(other.uri);
    return refused(
      file,
      other.target.toggle === file.target.toggle
        ? t('{0} goes to the same toggle.', name)
        : t(
            '{0} goes to the same toggle: {1} and {2} are one key to the service, which ignores case and accents.',
            name,
            other.target.toggle,
            file.target.toggle,
          ),
    );
  });
}

/** Whether other spellings of a key mean another toggle, only the open-source service is known to tell. */
function isOneToggle(a: Addressed, b: Addressed): boolean {
  return a.url.href === b.url.href || a.target.api === 'featureprobe' || b.target.api === 'featureprobe';
}

/** Equal where the database of the open-source service has one toggle: by its collation utf8mb4_general_ci (service.md B). */
function placeOf({ url }: Addressed): string {
  return url.origin + folded(decodeURIComponent(url.pathname));
}

/** Each character by its base letter, in capitals; all those beyond the first 65,536 are one. */
function folded(text: string): string {
  return Array.from(text, (character) => {
    const [base = ''] = character.length > 1 ? '\uFFFD' : character.normalize('NFD').toUpperCase();
    return base;
  }).join('');
}
