/** `toggle-targeting test`: runs the cases of `*.targeting.test.json` on the targeting files in the same folder. */
import { t } from '../../core/t.js';
import type { Unreadable } from '../../core/checks/text/unreadable.js';
import { MAX_BESIDE_BYTES } from '../../core/checks/text/unreadable.js';
import { casesFor, casesIn } from '../../core/evaluation/cases.js';
import type { Users } from '../../core/evaluation/users.js';
import { noUsers } from '../../core/evaluation/users.js';
import { coverageOf, tallyOf } from '../../core/results/tests/coverage.js';
import { Evaluated } from '../../core/results/evaluated.js';
import { runTests } from '../../core/results/tests/runTests.js';
import { MAX_TEXT_LENGTH, parse } from '../../core/json/document.js';
import { isWellFormed } from '../../core/json/understood.js';
import { testedBy, testsEnding } from '../../core/targeting/fileNames.js';
import { identityOf } from '../../workspace/config/identity.js';
import type { Bounds } from '../../workspace/disk/bounds.js';
import type { Project } from '../../workspace/project.js';
import type { Places } from '../files/commandProject.js';
import { boundsOf, projectOf } from '../files/commandProject.js';
import { findFiles, notFollowed } from '../files/findFiles.js';
import { shownPath, shownUri } from '../files/paths.js';
import { pathForGitHub } from '../reports/annotation.js';
import { writeReport } from '../reports/annotation.js';
import { printErrors } from '../reports/visible.js';
import type { TestedFile, TestFormat } from './testReports.js';
import { hasFailed, testReport } from './testReports.js';
import type { ExitCode, World } from '../world.js';
import { uriOf } from '../../workspace/disk/paths.js';

export interface TestOptions extends Places {
  readonly format: TestFormat;
  /** Whether the report also lists the outcomes that no test reaches. */
  readonly coverage: boolean;
}

/** @returns 1 if a case failed, 2 if some tests could not be run */
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
  readonly #bounds: Bounds;
  readonly #project: Project;
  readonly #toldOf = new Set<string>();

  constructor(
    private readonly options: TestOptions,
    private readonly world: World,
  ) {
    this.#bounds = boundsOf(options, world);
    this.#project = projectOf(world, this.#bounds);
  }

  async all(): Promise<void> {
    const { places } = this.options;
    const { paths, failures, skipped } = findFiles(places, this.world, this.#bounds, (name) =>
      name.endsWith(testsEnding),
    );
    for (const failure of failures) this.#fail(failure);
    if (skipped.length > 0) this.#say(notFollowed(skipped, this.world.folder));
    for (const path of paths) {
      const tested = await this.#tested(uriOf(path));
      const shown = shownPath(path, this.world.folder);
      const named = this.options.format === 'github' ? pathForGitHub(shown, this.world) : shown;
      if (tested !== undefined) this.files.push({ path: named, ...tested });
    }
    if (paths.length === 0 && failures.length === 0) this.#fail(t('There are no tests (*{0}) here.', testsEnding));
  }

  /** @returns the results of a test file; undefined after a message if its tests cannot be run */
  async #tested(uri: string): Promise<Omit<TestedFile, 'path'> | undefined> {
    const tested = testedBy(uri);
    if (!uri.endsWith(testsEnding)) {
      this.#fail(t('{0} must end with {1}.', this.#shown(uri), testsEnding));
      return;
    }
    const [text, targeting] = [this.#read(uri, MAX_BESIDE_BYTES), this.#read(tested, MAX_TEXT_LENGTH)];
    if (text === undefined || targeting === undefined) return undefined;
    const tests = parse(text);
    if (!isWellFormed(tests)) {
      this.#fail(t('{0} is not valid JSON, so its tests were not run.', this.#shown(uri)));
      return;
    }
    const json = parse(targeting);
    const beside = await this.#project.surroundings(tested, json);
    const { environment } = identityOf(tested, this.#project.config(tested));
    const cases = casesFor(casesIn(tests), environment);
    const users = this.#usersFor(uri);
    const evaluated = new Evaluated(json, beside);
    const results = runTests(cases, evaluated, users);
    const people = results.flatMap(({ person }) => person ?? []);
    const path = shownUri(tested, this.world.folder);
    return {
      results,
      ...(this.options.coverage && { coverage: { path, ...tallyOf(coverageOf(evaluated, people)) } }),
    };
  }

  #usersFor(uri: string): Users {
    const users = this.#project.users(uri);
    if (users === undefined) return noUsers;
    if (!users.areAll && !this.#toldOf.has(users.uri)) {
      this.#toldOf.add(users.uri);
      if (users.unreadable !== undefined) this.#cannotRead(users.uri, { unreadable: users.unreadable });
      else this.#fail(t('{0} is not a valid list of users, so some may be missing.', this.#shown(users.uri)));
    }
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
    return JSON.stringify(shownUri(uri, this.world.folder));
  }

  #fail(sentence: string): void {
    this.isIncomplete = true;
    this.#say(sentence);
  }

  #say(sentence: string): void {
    printErrors(this.world, sentence);
  }
}
