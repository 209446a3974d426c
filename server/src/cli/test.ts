/** `toggle-targeting test`: runs the cases of `*.targeting.test.json` on the targeting files beside them. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { t } from '@vscode/l10n';
import type { Unreadable } from '../core/checks/unreadable.js';
import { largestBeside } from '../core/checks/unreadable.js';
import { casesFor, casesIn } from '../core/evaluation/cases.js';
import type { Users } from '../core/evaluation/users.js';
import { usersIn } from '../core/evaluation/users.js';
import { coverageOf, tallyOf } from '../core/results/coverage.js';
import type { Beside } from '../core/results/evaluated.js';
import { Evaluated } from '../core/results/evaluated.js';
import { mutationsOf } from '../core/results/mutations.js';
import { runTests } from '../core/results/runTests.js';
import type { JsonDocument } from '../core/json/document.js';
import { largestText, parse } from '../core/json/document.js';
import { isUnderstood } from '../core/json/understood.js';
import { hasPrerequisites } from '../core/targeting/model.js';
import { testedBy, testsEnding, usersFileName } from '../core/targeting/fileNames.js';
import { identityOf } from '../workspace/config/identity.js';
import { ConfigFiles } from '../workspace/configFiles.js';
import { NearestFiles } from '../workspace/nearestFiles.js';
import type { RequiredToggle } from '../workspace/requiredToggles.js';
import { requiredToggles } from '../workspace/requiredToggles.js';
import { boundsOf } from './bounds.js';
import { findFiles, notFollowed } from './findFiles.js';
import type { TestOptions } from './options.js';
import { filesAround } from './otherFiles.js';
import { shownPath } from './paths.js';
import { pathForGitHub } from './reports/annotation.js';
import { writeReport } from './reports/annotation.js';
import { visible } from './reports/visible.js';
import type { TestedFile } from './testReports.js';
import { hasFailed, testReport } from './testReports.js';
import type { ExitCode, World } from './world.js';

/** @returns 1 where a case failed, 2 where something could not be run */
export async function test(options: TestOptions, world: World): Promise<ExitCode> {
  const run = new TestRun(options, world);
  await run.all();
  writeReport(options.format, testReport(options.format, run.files), world.output);
  if (run.isIncomplete) return 2;
  return run.files.some(({ results }) => results.some(hasFailed)) ? 1 : 0;
}

class TestRun {
  readonly files: TestedFile[] = [];
  isIncomplete = false;
  readonly #bounds;
  readonly #toggles;
  readonly #users;
  readonly #configs: ConfigFiles;

  constructor(
    private readonly options: TestOptions,
    private readonly world: World,
  ) {
    const { disk } = world;
    this.#bounds = boundsOf(options, world);
    this.#configs = new ConfigFiles((uri) => disk.read(uri, largestBeside), this.#bounds);
    this.#toggles = filesAround(world, this.#bounds, this.#configs).toggles;
    this.#users = new NearestFiles({
      name: usersFileName,
      read: (uri) => disk.read(uri, largestBeside),
      parse: (text, uri) => this.#usersOf(text, uri),
      bounds: this.#bounds,
    });
  }

  async all(): Promise<void> {
    const { places } = this.options;
    const { paths, failures, skipped } = findFiles(places, this.world, this.#bounds, (name) =>
      name.endsWith(testsEnding),
    );
    for (const failure of failures) this.#fail(failure);
    if (skipped.length > 0) this.#say(notFollowed(skipped, this.world.folder));
    for (const path of paths) {
      const tested = await this.#tested(pathToFileURL(path).href);
      const shown = shownPath(path, this.world.folder);
      const named = this.options.format === 'github' ? pathForGitHub(shown, this.world) : shown;
      if (tested !== undefined) this.files.push({ path: named, ...tested });
    }
    if (paths.length === 0 && failures.length === 0) this.#fail(t('There are no tests (*{0}) here.', testsEnding));
  }

  /** Undefined where they cannot be run; why was said then. */
  async #tested(uri: string): Promise<Omit<TestedFile, 'path'> | undefined> {
    const tested = testedBy(uri);
    if (!uri.endsWith(testsEnding)) {
      this.#fail(t('{0} must end with {1}.', this.#shown(uri), testsEnding));
      return;
    }
    const [text, targeting] = [this.#read(uri, largestBeside), this.#read(tested, largestText)];
    if (text === undefined || targeting === undefined) return undefined;
    const tests = parse(text);
    if (!isUnderstood(tests)) {
      this.#fail(t('{0} is no right JSON, so its tests were not run.', this.#shown(uri)));
      return;
    }
    const json = parse(targeting);
    const { toggle, environment } = identityOf(tested, await this.#configs.nearest(tested));
    const textOf = (other: string) => {
      const read = this.world.disk.read(other, largestText);
      return typeof read === 'string' ? read : undefined;
    };
    const required = hasPrerequisites(json)
      ? requiredToggles(tested, json, await this.#toggles(tested), textOf)
      : new Map<string, RequiredToggle>();
    const beside: Beside = {
      toggle,
      returnType: undefined,
      toggles: new Map(Array.from(required, ([key, { source }]) => [key, source])),
      otherToggles: 'unknown',
      segments: undefined,
      now: this.world.time(),
    };
    const cases = casesFor(casesIn(tests), environment);
    const users = this.#users.above(uri)?.parsed ?? { all: [], areAll: true };
    const evaluated = new Evaluated(json, beside);
    const results = runTests(cases, evaluated, users);
    const people = results.flatMap(({ person }) => person ?? []);
    const { coverage, mutate } = this.options;
    const path = shownPath(fileURLToPath(tested), this.world.folder);
    const isRight = isUnderstood(json);
    if (mutate && !isRight) this.#fail(t('{0} is no right JSON, so nothing of it was changed.', this.#shown(tested)));
    const changed = (document: JsonDocument) => new Evaluated(document, beside);
    return {
      results,
      ...(coverage && { coverage: { path, ...tallyOf(coverageOf(evaluated, people)) } }),
      ...(mutate && isRight && { mutations: { path, ...mutationsOf(json, { cases, users, evaluated: changed }) } }),
    };
  }

  /** Is asked once of each file. */
  #usersOf(text: string | Unreadable, uri: string): Users {
    const users = usersIn(parse(typeof text === 'string' ? text : ''));
    if (typeof text !== 'string') this.#cannotRead(uri, text);
    else if (!users.areAll)
      this.#fail(t('{0} does not read as a list of users, so some may be missing.', this.#shown(uri)));
    return users;
  }

  #read(uri: string, limit: number): string | undefined {
    const text = this.world.disk.read(uri, limit);
    if (typeof text === 'string') return text;
    this.#cannotRead(uri, text);
    return undefined;
  }

  #cannotRead(uri: string, why: Unreadable | undefined): void {
    this.#fail(t('{0} cannot be read ({1}).', this.#shown(uri), why?.unreadable ?? 'ENOENT'));
  }

  #shown(uri: string): string {
    return JSON.stringify(shownPath(fileURLToPath(uri), this.world.folder));
  }

  #fail(sentence: string): void {
    this.isIncomplete = true;
    this.#say(sentence);
  }

  #say(sentence: string): void {
    this.world.messages.write(`${visible(sentence)}\n`);
  }
}
