/** `toggle-targeting evaluate FILE`: shows the value that a user gets from the text of a file, and why. */
import { t } from '../../core/t.js';
import type { ToggleSource } from '../../core/evaluation/environment.js';
import { receivedToggle } from '../../core/evaluation/environment.js';
import { explain } from '../../core/evaluation/explain.js';
import { allFields, leftToService, withLeftMarked } from '../../core/evaluation/leftToService.js';
import type { Evaluator } from '../../core/evaluation/sdks/sdks.js';
import { evaluators } from '../../core/evaluation/sdks/sdks.js';
import type { ReturnType } from '../../core/evaluation/values/values.js';
import { User } from '../../core/evaluation/user.js';
import { spanAt } from '../../core/json/queries.js';
import { targetingOf } from '../../core/targeting/model.js';
import { targetingEnding, usersFileName } from '../../core/targeting/fileNames.js';
import { identityOf } from '../../workspace/config/identity.js';
import type { AskedUser } from './askedUser.js';
import { profileOf, writtenUser } from './askedUser.js';
import type { EvaluationFormat, PlacedObstacle } from './evaluationReports.js';
import { evaluationReports } from './evaluationReports.js';
import type { OneFile } from '../files/oneFile.js';
import { oneFile } from '../files/oneFile.js';
import { shownUri } from '../files/paths.js';
import { printErrors } from '../reports/visible.js';
import type { RequiredToggle } from '../../workspace/requiredToggles.js';
import type { ExitCode, World } from '../world.js';
import type { Profile } from '../../core/evaluation/users.js';

export interface EvaluateOptions extends AskedUser {
  readonly file: string;
  readonly bucket: number | undefined;
  readonly returnType: ReturnType | undefined;
  readonly evaluator: Evaluator;
  readonly format: EvaluationFormat;
}

/** @returns 1 if the value is unknown or the file does not reach users, 2 on errors */
export async function evaluateFile(options: EvaluateOptions, world: World): Promise<ExitCode> {
  const file = oneFile(options.file, world);
  if (file === undefined) return 2;
  const profile = file.uri.endsWith(targetingEnding)
    ? evaluatedUser(options, file, world)
    : t("{0} must end with {1}: the file name contains the toggle's key.", file.path, targetingEnding);
  if (typeof profile === 'string') return printErrors(world, profile);
  const { toggle: key } = identityOf(file.uri, file.project.config(file.uri));
  const source = { key, returnType: options.returnType, targeting: withLeftMarked(file.document.root?.value) };
  const required = await file.project.required(file.uri, file.document);
  const toggles = new Map(Array.from(required, ([each, found]) => [each, found.source]));
  const { toggle, environment } = receivedToggle(source, { toggles, otherToggles: 'unknown', segments: undefined });
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
    leftToService: leftToService(file.document.root?.value, allFields),
    isRightJson: file.document.syntaxProblems.length === 0,
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
    { path: file.path, document: () => file.document, source },
    ...[...required.values()].flatMap(({ uri, ...each }) =>
      uri === undefined ? [] : [{ ...each, path: shownUri(uri, folder) }],
    ),
  ];
  return all.flatMap(({ path, source: each, ...file }) => {
    const { obstacle } = receivedToggle(each, { toggles: undefined, segments: undefined });
    if (obstacle === undefined) return [];
    const document = file.document();
    const { line, character } = document.positionAt(spanAt(document, obstacle.path, 'value').start);
    return [{ file: path, line: line + 1, column: character + 1, isOwn: each === source, obstacle }];
  });
}

function evaluatedUser(options: EvaluateOptions, { uri, path, project }: OneFile, { folder }: World): Profile | string {
  const { user } = options;
  if (user === undefined) return profileOf(options, undefined);
  const users = project.users(uri);
  const quoted = JSON.stringify(user);
  const written =
    users === undefined
      ? t('There is no {0} next to {1} or above it, so there is no user {2}.', usersFileName, path, quoted)
      : writtenUser(user, users, folder);
  return typeof written === 'string' ? written : profileOf(options, written);
}
