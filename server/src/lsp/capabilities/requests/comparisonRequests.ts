/** Requests that compare one toggle in all its environments, or all toggles in two environments. */
import { t } from '../../../core/t.js';
import { compareEnvironmentsRequest, compareToggleRequest } from '../../../core/protocol.js';
import type { ComparedToggle } from '../../../core/results/comparison/environmentsComparison.js';
import { environmentsComparison } from '../../../core/results/comparison/environmentsComparison.js';
import { differenceInWords, toggleComparison } from '../../../core/results/comparison/toggleComparison.js';
import type { Compared, ToggleThere } from '../../../workspace/comparison.js';
import { compared, toggleThere } from '../../../workspace/comparison.js';
import type { EnvironmentFile } from '../../../workspace/environmentFiles.js';
import { environmentFiles, filesInBoth } from '../../../workspace/environmentFiles.js';
import { Turns } from '../../../workspace/turns.js';
import type { Capability } from '../../session.js';

export const comparisons: Capability = ({ project, evaluations, onRequest }) => {
  onRequest(compareToggleRequest, null, async ({ uri }) => {
    await project.ready(uri);
    const files = environmentFiles(uri, project);
    const own = files.find((file) => file.uri === uri);
    if (own === undefined) return null;
    const turns = new Turns('asked');
    const base = await there(own);
    const others = await Promise.all(files.filter((file) => file !== own).map(there));
    const differences = [];
    for (const other of others) {
      await turns.pause();
      differences.push({ environment: other.environment, lines: linesOf(between(base, other)) });
    }
    const columns = [base, ...others].flatMap((each) =>
      'evaluated' in each ? [{ environment: each.environment, json: each.evaluated.json }] : [],
    );
    return { lines: toggleComparison(own, columns, differences), links: [] };
  });
  onRequest(compareEnvironmentsRequest, null, async ({ configUri, environments }) => {
    const toggles = await project.ready();
    const uris = Array.from(toggles.files(), ({ uri }) => uri).filter((uri) => project.config(uri)?.uri === configUri);
    const pairs = filesInBoth(uris, environments, project);
    if (pairs.length === 0) return null;
    const turns = new Turns('asked');
    const found: ComparedToggle[] = [];
    for (const [one, other] of pairs.toSorted(([a], [b]) => (a.toggle < b.toggle ? -1 : 1))) {
      await turns.pause();
      const sides = [await there(one), await there(other)] as const;
      found.push(toggleIn(between(...sides), ...sides));
    }
    return environmentsComparison(environments, found);
  });
  return {};

  function there(file: EnvironmentFile): Promise<ToggleThere> {
    return toggleThere(file, project, (uri, json) => evaluations.ofDocument(uri, json));
  }

  function between(one: ToggleThere, other: ToggleThere): Compared {
    return compared(one, other, project);
  }
};

function linesOf(found: Compared): readonly string[] {
  if (found.kind === 'obstacle') return [obstacleIn(found)];
  return differenceInWords(found.impact, found.differences.length === 0);
}

function toggleIn(found: Compared, one: ToggleThere, other: ToggleThere): ComparedToggle {
  const { toggle, uri } = one.kind === 'unread' ? other : one;
  if (found.kind === 'obstacle') return { toggle, uri, kind: 'differs', words: obstacleIn(found) };
  const { impact, differences } = found;
  const kind = impact.who !== 'nobody' ? 'differs' : differences.length === 0 ? 'same' : 'equivalent';
  return { toggle, uri, kind, words: impact.words };
}

function obstacleIn({ there, obstacle }: Extract<Compared, { kind: 'obstacle' }>): string {
  return there.kind === 'broken' ? t('{0}: {1}', there.environment, obstacle) : obstacle;
}
