/**
 * `toggle-targeting check`: finds the files, reads one after the other, fixes what is to be fixed, reports what remains.
 * The report is printed as the files come; what cannot be done is said beside it, and does not stop the rest.
 */
import { isUtf8 } from 'node:buffer';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { t } from '@vscode/l10n';
import type { Bounds } from '../workspace/bounds.js';
import { decoded, withMarkOf } from '../workspace/encoding.js';
import { ratingOf } from '../workspace/config/rating.js';
import { targetsOf } from '../workspace/config/targets.js';
import { factsOf } from '../workspace/knownProject.js';
import { environmentAtHost } from '../service/http/target.js';
import type { Project } from '../workspace/project.js';
import { ruleOfFile } from '../workspace/ruleOfFile.js';
import type { KnownService } from '../core/checks/check.js';
import { noServices } from '../core/checks/check.js';
import type { DeadTargeting } from '../core/checks/deadTargeting.js';
import { Evaluated } from '../core/results/evaluated.js';
import { searchDeadTargeting } from '../core/results/deadTargetingOf.js';
import { MAX_TEXT_LENGTH, MAX_UNASKED_LENGTH, parse } from '../core/json/document.js';
import type { Rating } from '../core/checks/rating.js';
import { kindOf } from '../core/targeting/fileNames.js';
import { togglesBeside } from '../core/targeting/otherToggles.js';
import type { Places } from './bounds.js';
import { boundsOf, projectOf } from './bounds.js';
import type { CheckedFile } from './checkText.js';
import { checkedText } from './checkText.js';
import { findFiles, notFollowed } from './findFiles.js';
import type { FixedText } from './fixText.js';
import { fixedText } from './fixText.js';
import type { Access } from './deploy/access.js';
import { isColored } from './colors.js';
import { reportRoot, shownPath } from './paths.js';
import type { Progress } from './progress.js';
import { progress } from './progress.js';
import { writeReport } from './reports/annotation.js';
import type { Format } from './reports/formats.js';
import { reportIn } from './reports/formats.js';
import type { Report } from './reports/report.js';
import { visible } from './reports/visible.js';
import type { TallyOptions } from './tally.js';
import { Tally } from './tally.js';
import type { ExitCode, Output, World } from './world.js';

export interface CheckOptions extends Places, TallyOptions {
  /** The name of the file whose text comes on standard input; then there are no places. */
  readonly standardInput: string | undefined;
  readonly format: Format;
  readonly fix: boolean;
  /** Undefined where the output is to decide. */
  readonly color: boolean | undefined;
}

/** @param access where services are to be asked, too */
export async function check(options: CheckOptions, world: World, access?: Access): Promise<ExitCode> {
  const run = new CheckRun(options, world, access);
  if (options.standardInput === undefined) await run.files(options.places);
  else await run.standardInput(options.standardInput);
  return run.end();
}

class CheckRun {
  readonly #tally: Tally;
  readonly #report: Report;
  readonly #output: Output;
  readonly #failures: string[] = [];
  readonly #bounds: Bounds;
  readonly #project: Project;
  #progress: Progress | undefined;

  constructor(
    private readonly options: CheckOptions,
    private readonly world: World,
    private readonly access: Access | undefined,
  ) {
    const { format, fix, standardInput, quiet } = options;
    const { folder, environment, version, homepage, docs, manual } = world;
    this.#tally = new Tally(options);
    // Where the fixed text goes, no report may stand.
    this.#output = fix && standardInput !== undefined ? world.messages : world.output;
    const isForGitHub = format === 'github' || format === 'sarif';
    const root = isForGitHub ? reportRoot(folder, environment['GITHUB_WORKSPACE']) : folder;
    this.#report = reportIn(format, {
      pathOf: (uri) => (uri.startsWith('file:') ? shownPath(fileURLToPath(uri), root) : uri),
      version,
      homepage,
      docs,
      manual,
      quiet,
      color: isColored(options.color, this.#output, environment),
      columns: Math.min(this.#output.columns ?? 120, 160),
    });
    this.#bounds = boundsOf(options, world);
    this.#project = projectOf(world, this.#bounds, (uri, { unreadable }) => {
      this.#cannotRead(fileURLToPath(uri), unreadable);
    });
  }

  async files(places: readonly string[]): Promise<void> {
    const { paths, failures, skipped } = findFiles(places, this.world, this.#bounds);
    for (const failure of failures) this.#fail(failure);
    if (skipped.length > 0 && !this.options.quiet) this.#note(notFollowed(skipped, this.world.folder));
    this.#progress = progress(paths.length, this.world);
    let breathed = this.world.now();
    for (const [index, path] of paths.entries()) {
      // Reading is fastest without waiting; signals want to be heard, too.
      if (this.world.now() - breathed > MAX_MS_BETWEEN_SIGNALS) {
        this.#progress.show(index);
        await this.world.breathe();
        breathed = this.world.now();
      }
      await this.#file(path);
    }
  }

  async standardInput(name: string): Promise<void> {
    const uri = pathToFileURL(resolve(this.world.folder, name)).href;
    const rating = this.#ratingOf(uri);
    const bytes = await this.world.standardInput(MAX_TEXT_LENGTH);
    if (!(bytes instanceof Uint8Array)) {
      this.#fail(t('Standard input cannot be read ({0}).', bytes.unreadable));
      return;
    }
    const before = decoded(bytes);
    if (!this.options.fix) {
      await this.#tell(uri, unfixed(before), rating);
    } else if (!isUtf8(bytes)) {
      this.#fail(t('Standard input is not UTF-8.'));
    } else {
      const after = fixedText(uri, before, rating);
      this.world.output.write(withMarkOf(bytes, after.text));
      await this.#tell(uri, after, rating);
    }
  }

  end(): ExitCode {
    const totals = this.#tally.totals(this.#failures);
    this.#print(this.#report.end(totals));
    if (this.#failures.length > 0) return 2;
    return totals.failing > 0 ? 1 : 0;
  }

  async #file(path: string): Promise<void> {
    const bytes = this.world.files.read(path, MAX_TEXT_LENGTH);
    if (!(bytes instanceof Uint8Array)) {
      this.#cannotRead(path, bytes?.unreadable ?? 'ENOENT');
      return;
    }
    const uri = pathToFileURL(path).href;
    const rating = this.#ratingOf(uri);
    const fixed = this.options.fix ? this.#fixed(path, bytes, rating) : undefined;
    await this.#tell(uri, fixed ?? unfixed(decoded(bytes)), rating);
  }

  /** What the file holds then; undefined when nothing of it is changed. */
  #fixed(path: string, bytes: Uint8Array, rating: Rating): FixedText | undefined {
    const uri = pathToFileURL(path).href;
    const text = decoded(bytes);
    if (checkedText({ uri, text }, rating, this.world.docs).fixable === 0) return undefined;
    const after = fixedText(uri, text, rating);
    if (after.text === text) return undefined;
    const failure = this.#write(path, bytes, after.text);
    if (failure === undefined) return after;
    this.#fail(failure);
    return undefined;
  }

  /** @returns why it cannot be written */
  #write(path: string, before: Uint8Array, after: string): string | undefined {
    const shown = JSON.stringify(shownPath(path, this.world.folder));
    if (!isUtf8(before)) return t('{0} is not UTF-8, so it is not fixed.', shown);
    if (this.world.files.isLink(path)) return t('{0} is a link, so it is not fixed.', shown);
    const code = this.world.files.replace(path, Buffer.from(withMarkOf(before, after)));
    return code && t('{0} cannot be written ({1}).', shown, code);
  }

  async #tell(uri: string, { text, codes: fixed }: FixedText, rating: Rating): Promise<void> {
    const { problems, fixable } = checkedText(
      { uri, text, ...(await this.#knownOf(uri, text)) },
      rating,
      this.world.docs,
    );
    const shown = this.#tally.add({ uri, text, problems, fixed }, fixable);
    if (shown !== undefined) this.#print(this.#report.file(shown));
  }

  /** Most files have nothing to do with others, which are looked for only then. */
  async #knownOf(uri: string, text: string): Promise<Omit<CheckedFile, 'uri' | 'text'>> {
    const kind = kindOf(uri);
    const requires = kind === 'targeting' && mayHavePrerequisites.test(text);
    const fixedWith = this.options.format === 'json' ? await this.#fixedWith(uri, requires) : undefined;
    if (kind === 'users' || kind === 'tests') {
      await this.#project.ready(uri);
      return { beside: this.#project.beside(uri), fixedWith };
    }
    if (requires) await this.#project.ready(uri);
    return {
      ...(requires && { otherToggles: this.#project.others(uri) }),
      ...(mayBeEvaluated(text) && { dead: await this.#deadIn(uri, text, requires) }),
      services: await this.#servicesOf(uri),
      policies: this.#project.policies.of(uri),
      ruleAt: (broken) => ruleOfFile(this.#project, uri, broken),
      fixedWith,
    };
  }

  /** Each reason why one cannot be asked is said once. */
  async #servicesOf(uri: string): Promise<readonly KnownService[]> {
    const { access } = this;
    const config = access && this.#project.config(uri);
    if (access === undefined || config === undefined) return noServices;
    const found = targetsOf(config.parsed, config.uri, uri);
    const services: KnownService[] = [];
    for (const target of found.kind === 'found' ? found.targets : []) {
      const known = await access.known(target);
      if (!('reason' in known)) {
        if (known.reached !== undefined) services.push(factsOf(known.reached, target.toggle));
        continue;
      }
      const words = t('{0}: {1}', environmentAtHost(target), known.reason);
      if (!this.#failures.includes(words)) this.#fail(words);
    }
    return services;
  }

  #ratingOf(uri: string): Rating {
    return ratingOf(uri, this.#project.config(uri));
  }

  async #fixedWith(uri: string, requires: boolean): Promise<CheckedFile['fixedWith']> {
    const toggles = requires ? await this.#project.ready(uri) : undefined;
    return { toggles: () => (toggles === undefined ? [] : togglesBeside(toggles, uri).map(({ key }) => key)) };
  }

  /** A file that requires nothing needs no other file. */
  async #deadIn(uri: string, text: string, requires: boolean): Promise<readonly DeadTargeting[]> {
    const alone = { toggle: '', returnType: undefined, toggles: undefined, segments: undefined };
    const json = parse(text);
    const evaluated = requires
      ? await this.#project.evaluated(uri, json)
      : new Evaluated(json, { ...alone, now: this.world.time() });
    return [...searchDeadTargeting(evaluated)].flat();
  }

  #cannotRead(path: string, reason: string): void {
    const shown = JSON.stringify(shownPath(path, this.world.folder));
    this.#fail(t('{0} cannot be read ({1}).', shown, reason));
  }

  #fail(message: string): void {
    this.#failures.push(message);
    this.#note(message);
  }

  #note(message: string): void {
    this.#progress?.clear();
    this.world.messages.write(`${visible(message)}\n`);
  }

  #print(text: string): void {
    if (text === '') return;
    this.#progress?.clear();
    writeReport(this.options.format, text, this.#output);
  }
}

function unfixed(text: string): FixedText {
  return { text, codes: new Map() };
}

const MAX_MS_BETWEEN_SIGNALS = 40;
/** A key may be written with escapes, too. */
const mayHavePrerequisites = /"prerequisites"|\\u/;

/** Whether dead targeting is looked for: no service takes a larger file. */
function mayBeEvaluated(text: string): boolean {
  return text.length <= MAX_UNASKED_LENGTH && /"conditions"|"prerequisites"|\\u/.test(text);
}
