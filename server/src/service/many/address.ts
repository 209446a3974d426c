/** Finds where each file of a push goes: to its toggle in the environment with the chosen name. Pure. */
import { t } from '../../core/t.js';
import type { Targets } from '../../core/protocol.js';
import { targetName, targetUrl } from '../http/target.js';
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

/** Asks for the environment if there are several. @returns '' if no file has an environment, undefined if canceled */
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

/** Omits files whose paths name another environment: the person saw how many files go to this environment. */
export function addressOf(file: Found, environment: string): readonly (AddressedFile | Judged)[] {
  const { uri, targets } = file;
  const target = targets.targets.find((each) => each.environment === environment);
  const isElsewhere = targets.bound && targets.targets.length > 0;
  const none = t('its targeting.config.json has no environment {0}.', word(environment));
  if (target === undefined) return isElsewhere ? [] : [refused(file, none)];
  const url = targetUrl(target);
  if (url !== undefined) return [{ uri, target, url }];
  const wrong = t('{0} is not an address to push to: a key or the base URL is wrong.', targetName(target));
  return [refused({ uri, target }, wrong)];
}

/** Refuses files with the same toggle, since the later push would silently undo the earlier push. */
export function refuseDuplicates(
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
