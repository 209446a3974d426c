/**
 * Where each of many files goes, by its targeting.config.json: all to environments of one name, each to a toggle of its own.
 * Pure.
 */
import { t } from '@vscode/l10n';
import type { Targets } from '../../core/protocol.js';
import { environmentName, targetName, targetUrl } from '../http/target.js';
import { word } from '../words/harmless.js';
import type { AddressedFile, GivenFile, Judged } from './planned.js';
import { isJudged, refused } from './planned.js';
import type { EnvironmentChoice, ManyPorts } from './ports.js';

interface Found extends GivenFile {
  readonly targets: Extract<Targets, { kind: 'found' }>;
}

export async function find(ports: ManyPorts, file: GivenFile): Promise<Found | Judged> {
  const targets = await ports.targets(file.uri);
  if (targets.kind === 'found') return { ...file, targets };
  return refused(
    file,
    targets.kind === 'none' ? t('there is no targeting.config.json for this file.') : targets.reason,
  );
}

/** Asks where there are several. None can go anywhere: then there is nothing to choose. */
export async function environmentOf(ports: ManyPorts, found: readonly (Found | Judged)[]): Promise<string | undefined> {
  const targets = found.flatMap((file) => (isJudged(file) ? [] : file.targets.targets));
  const choices = [...new Set(targets.map(({ environment }) => environment))].map((name): EnvironmentChoice => {
    const ofName = targets.filter(({ environment }) => environment === name);
    return {
      name,
      keys: ofName.map(({ environmentKey }) => environmentKey),
      files: ofName.length,
      protected: ofName.some((target) => target.protected),
    };
  });
  const [first, ...others] = choices;
  if (others.length > 0) return ports.chooseEnvironment(choices.sort((a, b) => b.files - a.files));
  return first?.name ?? '';
}

export function addressOf(file: Found, environment: string): AddressedFile | Judged {
  const target = file.targets.targets.find((each) => each.environment === environment);
  const [only] = file.targets.targets;
  if (target === undefined)
    return refused(
      file,
      file.targets.bound && only !== undefined
        ? t('it goes to {0}, not to {1}.', environmentName(only), word(environment))
        : t('its targeting.config.json has no environment {0}.', word(environment)),
    );
  const url = targetUrl(target);
  const { uri } = file;
  return url === undefined
    ? refused(
        { uri, target },
        t('{0} is not an address to push to: a key or the base URL is wrong.', targetName(target)),
      )
    : { uri, target, url };
}

/** Of two files for one toggle, the later push would silently undo the earlier one. */
export function withoutTwice(
  ports: Pick<ManyPorts, 'nameOf'>,
  files: readonly (AddressedFile | Judged)[],
): readonly (AddressedFile | Judged)[] {
  const addressed = files.filter((file): file is AddressedFile => !isJudged(file));
  return files.map((file) => {
    if (isJudged(file)) return file;
    const other = addressed.find((each) => each.uri !== file.uri && each.url.href === file.url.href);
    return other === undefined ? file : refused(file, t('{0} goes to the same toggle.', ports.nameOf(other.uri)));
  });
}
