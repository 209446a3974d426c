/** `toggle-targeting check`: checks files one by one (fileCheck.ts) and reports problems as they are found. */
import { isUtf8 } from 'node:buffer';
import { t } from '../../core/t.js';
import { MAX_TEXT_LENGTH } from '../../core/json/document.js';
import type { Bounds } from '../../workspace/disk/bounds.js';
import { textIn, withMarkOf } from '../../core/checks/text/encoding.js';
import { boundsOf } from '../files/commandProject.js';
import { isColored } from '../colors.js';
import type { Access } from '../deploy/access.js';
import type { FileCheckOptions, FileResult } from './fileCheck.js';
import { FileCheck, unfixed } from './fileCheck.js';
import { findFiles, notFollowed } from '../files/findFiles.js';
import { fixedText } from './fixText.js';
import { reportRoot, shownUri, uriAt } from '../files/paths.js';
import type { Progress } from '../progress.js';
import { progress } from '../progress.js';
import { writeReport } from '../reports/annotation.js';
import { reportIn } from '../reports/formats.js';
import type { Report } from '../reports/report.js';
import { printErrors } from '../reports/visible.js';
import type { TallyOptions } from './tally.js';
import { Tally } from './tally.js';
import type { ExitCode, Output, World } from '../world.js';

export interface CheckOptions extends FileCheckOptions, TallyOptions {
  /** The name under which the text on standard input is checked; undefined if files are checked instead. */
  readonly standardInput: string | undefined;
  /** Whether the report has colors. If undefined, the output and the environment variables decide. */
  readonly color: boolean | undefined;
}

/** @param access the access to services; undefined unless `--online` is given */
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
  readonly #failures = new Set<string>();
  readonly #bounds: Bounds;
  readonly #fileCheck: FileCheck;
  #progress: Progress | undefined;

  constructor(
    private readonly options: CheckOptions,
    private readonly world: World,
    access: Access | undefined,
  ) {
    const { format, fix, standardInput, quiet } = options;
    const { folder, environment, version, homepage, docs, manual } = world;
    this.#tally = new Tally(options);
    // The fixed text goes to stdout, so the report goes to stderr.
    this.#output = fix && standardInput !== undefined ? world.messages : world.output;
    const isForGitHub = format === 'github' || format === 'sarif';
    const root = isForGitHub ? reportRoot(folder, environment['GITHUB_WORKSPACE']) : folder;
    this.#report = reportIn(format, {
      pathOf: (uri) => (uri.startsWith('file:') ? shownUri(uri, root) : uri),
      version,
      homepage,
      docs,
      manual,
      quiet,
      color: isColored(options.color, this.#output, environment),
      columns: Math.min(this.#output.columns ?? 120, 160),
    });
    this.#bounds = boundsOf(options, world);
    this.#fileCheck = new FileCheck(options, world, this.#bounds, access);
  }

  async files(places: readonly string[]): Promise<void> {
    const { paths, failures, skipped } = findFiles(places, this.world, this.#bounds);
    for (const failure of failures) this.#fail(failure);
    if (skipped.length > 0 && !this.options.quiet) this.#note(notFollowed(skipped, this.world.folder));
    this.#progress = progress(paths.length, this.world);
    for (const [done, path] of paths.entries()) {
      this.#progress.show(done);
      this.#tell(await this.#fileCheck.ofPath(path));
      await this.world.pause();
    }
  }

  async standardInput(name: string): Promise<void> {
    const uri = uriAt(name, this.world);
    const rating = this.#fileCheck.ratingOf(uri);
    // Failures are printed before the command waits for its input.
    this.#tell({ failures: this.#fileCheck.takeFailures() });
    const bytes = await this.world.standardInput(MAX_TEXT_LENGTH);
    if (!(bytes instanceof Uint8Array)) {
      this.#fail(t('Standard input cannot be read ({0}).', bytes.unreadable));
      return;
    }
    const before = textIn(bytes);
    if (typeof before !== 'string') {
      this.#fail(t('Standard input cannot be read ({0}).', before.unreadable));
    } else if (!this.options.fix) {
      this.#tell(await this.#fileCheck.ofText(uri, unfixed(before)));
    } else if (!isUtf8(bytes)) {
      this.#fail(t('Standard input is not UTF-8.'));
    } else {
      const after = fixedText(uri, before, rating);
      this.world.output.write(withMarkOf(bytes, after.text));
      this.#tell(await this.#fileCheck.ofText(uri, after));
    }
  }

  end(): ExitCode {
    const totals = this.#tally.totals([...this.#failures]);
    this.#print(this.#report.end(totals));
    if (this.#failures.size > 0) return 2;
    return totals.failing > 0 ? 1 : 0;
  }

  #tell({ file, failures }: FileResult): void {
    for (const failure of failures) this.#fail(failure);
    const shown = file && this.#tally.add(file, file.fixable);
    if (shown !== undefined) this.#print(this.#report.file(shown));
  }

  #fail(message: string): void {
    if (this.#failures.has(message)) return;
    this.#failures.add(message);
    this.#note(message);
  }

  #note(message: string): void {
    this.#progress?.clear();
    printErrors(this.world, message);
  }

  #print(text: string): void {
    if (text === '') return;
    this.#progress?.clear();
    writeReport(this.options.format, text, this.#output);
  }
}
