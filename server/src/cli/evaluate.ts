/** `toggle-targeting evaluate FILE`: what a user gets by the text of a file, and why. */
import { t } from '@vscode/l10n';
import type { ToggleSource } from '../core/evaluation/environment.js';
import { arrivalOf } from '../core/evaluation/environment.js';
import { explain } from '../core/evaluation/explain.js';
import { leftToService, withLeftMarked } from '../core/evaluation/leftToService.js';
import { evaluators } from '../core/evaluation/sdks.js';
import { User } from '../core/evaluation/user.js';
import { spanAt } from '../core/json/queries.js';
import { targetingOf } from '../core/targeting/model.js';
import { targetingEnding } from '../core/targeting/fileNames.js';
import { identityOf } from '../workspace/config/identity.js';
import { fileURLToPath } from 'node:url';
import { evaluatedUser } from './evaluatedUser.js';
import type { EvaluateOptions } from './evaluateOptions.js';
import type { PlacedObstacle } from './evaluationReports.js';
import { evaluationReports } from './evaluationReports.js';
import type { OneFile } from './oneFile.js';
import { oneFile } from './oneFile.js';
import { shownPath } from './paths.js';
import { visible } from './reports/visible.js';
import type { RequiredToggle } from '../workspace/requiredToggles.js';
import type { ExitCode, World } from './world.js';

/** @returns 1 where nobody knows what the user gets, or where the file does not arrive */
export async function evaluateFile(options: EvaluateOptions, world: World): Promise<ExitCode> {
  const file = oneFile(options.file, world);
  if (file === undefined) return 2;
  const profile = file.uri.endsWith(targetingEnding)
    ? evaluatedUser(options, file, world)
    : t('{0} must end with {1}: its name says which toggle it is of.', file.path, targetingEnding);
  if (typeof profile === 'string') {
    world.messages.write(`${visible(profile)}\n`);
    return 2;
  }
  const { toggle: key } = identityOf(file.uri, file.project.config(file.uri));
  const source = { key, returnType: options.returnType, targeting: withLeftMarked(file.document.root?.value) };
  const required = await file.project.required(file.uri, file.document);
  const toggles = new Map(Array.from(required, ([each, found]) => [each, found.source]));
  const { toggle, environment } = arrivalOf(source, { toggles, otherToggles: 'unknown', segments: undefined });
  const buckets = new Map(options.bucket === undefined ? [] : [[key, options.bucket]]);
  const now = options.now ?? world.time();
  const segments = profile.segments && new Set(profile.segments);
  const user = new User(profile.key, profile.attributes, now, segments, buckets);
  const place = evaluators.indexOf(options.evaluator);
  const evaluated = {
    file,
    toggle,
    targeting: targetingOf(file.document),
    explanation: explain(toggle, user, environment),
    place,
    who: 1 << place,
    obstacles: obstaclesOf(file, source, required, world),
    leftToService: leftToService(file.document.root?.value),
    isRightJson: file.document.segments.every(({ syntaxProblems }) => syntaxProblems.length === 0),
  };
  const { report, isCertain } = evaluationReports[options.format](evaluated);
  world.output.write(report);
  return isCertain ? 0 : 1;
}

function obstaclesOf(
  file: OneFile,
  source: ToggleSource,
  required: ReadonlyMap<string, RequiredToggle>,
  { folder }: World,
): readonly PlacedObstacle[] {
  const all = [
    { path: file.path, document: file.document, source },
    ...Array.from(required.values(), (each) => ({ ...each, path: shownPath(fileURLToPath(each.uri), folder) })),
  ];
  return all.flatMap(({ path, document, source: each }) => {
    const { obstacle } = arrivalOf(each, { toggles: undefined, segments: undefined });
    if (obstacle === undefined) return [];
    const { line, character } = document.positionAt(spanAt(document, obstacle.path, 'value').start);
    return [{ file: path, line: line + 1, column: character + 1, isOwn: each === source, obstacle }];
  });
}
