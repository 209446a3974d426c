/** `toggle-targeting test`: runs the cases of `*.targeting.test.json` on the targeting files beside them. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { t } from '@vscode/l10n';
import { largestBeside } from '../checks/unreadable.js';
import { casesIn } from '../evaluation/cases.js';
import { usersIn } from '../evaluation/users.js';
import { Evaluated } from '../features/evaluation/evaluated.js';
import type { TestResult } from '../features/evaluation/runTests.js';
import { runTests } from '../features/evaluation/runTests.js';
import { isUnderstood } from '../json/understood.js';
import { largestText, parse } from '../json/document.js';
import { testedBy, testsEnding, usersFileName } from '../targeting/fileNames.js';
import { ConfigFiles } from '../workspace/configFiles.js';
import { NearestFiles } from '../workspace/nearestFiles.js';
import { requiredToggles } from '../workspace/requiredToggles.js';
import { boundsOf } from './bounds.js';
import { findFiles, notFollowed } from './findFiles.js';
import type { TestOptions } from './options.js';
import { togglesFinder } from './otherFiles.js';
import { shownPath } from './paths.js';
import { visible } from './reports/visible.js';
import type { TestedFile } from './testReports.js';
import { hasFailed, testReport } from './testReports.js';
import type { ExitCode, World } from './world.js';

/** @returns 1 where a case failed, 2 where something could not be run */
export async function test(options: TestOptions, world: World): Promise<ExitCode> {
  const run = new TestRun(options, world);
  await run.all();
  world.output.write(testReport(options.format, run.files));
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
    this.#toggles = togglesFinder(world, this.#bounds, this.#configs);
    this.#users = new NearestFiles({
      name: usersFileName,
      read: (uri) => disk.read(uri, largestBeside),
      parse: (text) => usersIn(parse(typeof text === 'string' ? text : '')),
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
      const results = await this.#resultsOf(pathToFileURL(path).href);
      if (results !== undefined) this.files.push({ path: shownPath(path, this.world.folder), results });
    }
    if (paths.length === 0 && failures.length === 0) this.#fail(t('There are no tests (*{0}) here.', testsEnding));
  }

  /** Undefined where they cannot be run; why was said then. */
  async #resultsOf(uri: string): Promise<readonly TestResult[] | undefined> {
    const tested = testedBy(uri);
    if (!uri.endsWith(testsEnding)) {
      this.#failed(t('{0} must end with {1}.', this.#shown(uri), testsEnding));
      return;
    }
    const [text, targeting] = [this.#read(uri, largestBeside), this.#read(tested, largestText)];
    if (text === undefined || targeting === undefined) return undefined;
    const tests = parse(text);
    if (!isUnderstood(tests)) {
      this.#failed(t('{0} is no right JSON, so its tests were not run.', this.#shown(uri)));
      return;
    }
    const toggles = await this.#toggles(tested);
    const json = parse(targeting);
    const textOf = (other: string) => {
      const read = this.world.disk.read(other, largestText);
      return typeof read === 'string' ? read : undefined;
    };
    const required = requiredToggles(tested, json, toggles, textOf);
    const evaluated = new Evaluated(json, {
      toggle: toggles.of(tested)?.toggle ?? '',
      returnType: undefined,
      toggles: new Map(Array.from(required, ([key, { source }]) => [key, source])),
      otherToggles: 'unknown',
      segments: undefined,
      now: this.world.time(),
    });
    const environment = toggles.of(tested)?.environment;
    const cases = casesIn(tests).filter(
      ({ environments = [] }) =>
        environment === undefined || environments.length === 0 || environments.includes(environment),
    );
    return runTests(cases, evaluated, this.#users.above(uri)?.parsed ?? { all: [], areAll: true });
  }

  #read(uri: string, limit: number): string | undefined {
    const text = this.world.disk.read(uri, limit);
    if (typeof text === 'string') return text;
    this.#fail(t('{0} cannot be read ({1}).', this.#shown(uri), text?.unreadable ?? 'ENOENT'));
    return undefined;
  }

  #shown(uri: string): string {
    return JSON.stringify(shownPath(fileURLToPath(uri), this.world.folder));
  }

  #fail(sentence: string): void {
    this.isIncomplete = true;
    this.#say(sentence);
  }

  #failed(sentence: string): undefined {
    this.#fail(sentence);
    return undefined;
  }

  #say(sentence: string): void {
    this.world.messages.write(`${visible(sentence)}\n`);
  }
}
