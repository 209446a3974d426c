/** `toggle-targeting check` for one file: reads, fixes and checks the file as the editor would. It prints nothing. */
import { isUtf8 } from 'node:buffer';
import { t } from '../../core/t.js';
import type { Claim } from '../../core/analysis/dead/certificate.js';
import type { BrokenRule } from '../../core/checks/problem.js';
import type { Rating } from '../../core/checks/rating.js';
import type { JsonDocument } from '../../core/json/document.js';
import { MAX_TEXT_LENGTH, parse } from '../../core/json/document.js';
import { Why } from '../../core/results/reasons/why.js';
import { kindOf } from '../../core/targeting/fileNames.js';
import { hasPrerequisites } from '../../core/targeting/model.js';
import { otherTogglesOf } from '../../core/targeting/otherToggles.js';
import { environmentAtHost } from '../../service/http/target.js';
import type { Bounds } from '../../workspace/disk/bounds.js';
import { ratingOf } from '../../workspace/config/rating.js';
import { targetsOf } from '../../workspace/config/targets.js';
import { textIn, withMarkOf } from '../../core/checks/text/encoding.js';
import type { CheckFacts } from '../../workspace/fileProblems.js';
import { fileProblems } from '../../workspace/fileProblems.js';
import type { KnownProject } from '../../workspace/services/knownProject.js';
import { knownOf } from '../../workspace/services/knownProject.js';
import type { Project } from '../../workspace/project.js';
import { ruleOfFile } from '../../workspace/config/ruleOfFile.js';
import type { Places } from '../files/commandProject.js';
import { projectOf } from '../files/commandProject.js';
import type { CheckedFile } from './checkText.js';
import { checkedText } from './checkText.js';
import type { Access } from '../deploy/access.js';
import type { FixedText } from './fixText.js';
import { fixedText } from './fixText.js';
import { shownPath } from '../files/paths.js';
import type { Format } from '../reports/formats.js';
import type { ReportedFile } from '../reports/report.js';
import type { World } from '../world.js';
import { pathOf, uriOf } from '../../workspace/disk/paths.js';

export interface FileCheckOptions extends Places {
  readonly format: Format;
  readonly fix: boolean;
  /** The code of the problems to explain. */
  readonly explain: Claim['code'] | undefined;
}

export interface FileResult {
  /** The file with its problems; undefined if the file could not be read. */
  readonly file?: ReportedFile & { readonly fixable: number };
  /** Error messages, one sentence each. */
  readonly failures: readonly string[];
}

export class FileCheck {
  readonly #project: Project;
  #failures: string[] = [];

  /** @param access the access to services; undefined unless `--online` is given */
  constructor(
    private readonly options: FileCheckOptions,
    private readonly world: World,
    bounds: Bounds,
    private readonly access?: Access,
  ) {
    this.#project = projectOf(world, bounds, (uri, { unreadable }) => {
      this.#cannotRead(pathOf(uri), unreadable);
    });
  }

  async ofPath(path: string): Promise<FileResult> {
    const bytes = this.world.files.read(path, MAX_TEXT_LENGTH);
    if (!(bytes instanceof Uint8Array)) {
      this.#cannotRead(path, bytes?.unreadable ?? 'ENOENT');
      return { failures: this.takeFailures() };
    }
    const text = textIn(bytes);
    if (typeof text !== 'string') {
      this.#cannotRead(path, text.unreadable);
      return { failures: this.takeFailures() };
    }
    const fixed = this.options.fix ? this.#fixed(path, bytes, text) : undefined;
    return this.ofText(uriOf(path), fixed ?? unfixed(text));
  }

  async ofText(uri: string, { text, codes: fixed }: FixedText): Promise<FileResult> {
    const file = parse(text);
    const rating = this.ratingOf(uri);
    const known = await this.#knownOf(uri);
    const problems = await fileProblems(this.#project, uri, file, known);
    const ruleAt = (broken: BrokenRule) => ruleOfFile(this.#project, uri, broken);
    const [why, fixedWith] = [await this.#whyOf(uri, file, known), await this.#fixedWith(uri, file)];
    const checked = checkedText({ uri, file, problems, ruleAt, why, fixedWith }, rating, this.world.docs);
    return { file: { uri, text, fixed, ...checked }, failures: this.takeFailures() };
  }

  ratingOf(uri: string): Rating {
    return ratingOf(uri, this.#project.config(uri));
  }

  /** @returns the failures since the last call */
  takeFailures(): readonly string[] {
    const failures = this.#failures;
    this.#failures = [];
    return failures;
  }

  /** @returns the fixed text; undefined if the file stays unchanged */
  #fixed(path: string, bytes: Uint8Array, text: string): FixedText | undefined {
    const uri = uriOf(path);
    const after = fixedText(uri, text, this.ratingOf(uri));
    if (after.text === text) return undefined;
    const failure = this.#write(path, bytes, after.text);
    if (failure === undefined) return after;
    this.#failures.push(failure);
    return undefined;
  }

  #write(path: string, before: Uint8Array, after: string): string | undefined {
    const shown = JSON.stringify(shownPath(path, this.world.folder));
    if (!isUtf8(before)) return t('{0} is not UTF-8, so it is not fixed.', shown);
    if (this.world.files.isLink(path)) return t('{0} is a link, so it is not changed.', shown);
    const code = this.world.files.replace(path, Buffer.from(withMarkOf(before, after)));
    return code && t('{0} cannot be written ({1}).', shown, code);
  }

  async #knownOf(uri: string): Promise<CheckFacts> {
    const { access } = this;
    const config = access && this.#project.config(uri);
    const found = config && targetsOf(config.parsed, config.uri, uri);
    if (access === undefined || found?.kind !== 'found') return {};
    const reached: KnownProject[] = [];
    for (const target of found.targets) {
      const known = await access.known(target);
      if ('reason' in known) this.#failures.push(t('{0}: {1}', environmentAtHost(target), known.reason));
      else if (known.reached !== undefined) reached.push(known.reached);
    }
    return knownOf(reached, found.targets[0]?.toggle);
  }

  async #fixedWith(uri: string, file: JsonDocument): Promise<CheckedFile['fixedWith']> {
    if (this.options.format !== 'json') return undefined;
    const toggles = hasPrerequisites(file) ? await this.#project.ready(uri) : undefined;
    return { toggles: () => (toggles === undefined ? [] : otherTogglesOf(toggles, uri).map(({ key }) => key)) };
  }

  async #whyOf(uri: string, json: JsonDocument, known: CheckFacts): Promise<CheckedFile['why']> {
    const { explain } = this.options;
    if (explain === undefined || kindOf(uri) !== 'targeting') return undefined;
    const { arrival, now } = await this.#project.evaluated(uri, json, known);
    const why = new Why({ arrival, now, json });
    return (claim) => (claim.code === explain ? why.of(claim) : undefined);
  }

  #cannotRead(path: string, reason: string): void {
    const shown = JSON.stringify(shownPath(path, this.world.folder));
    this.#failures.push(t('{0} cannot be read ({1}).', shown, reason));
  }
}

export function unfixed(text: string): FixedText {
  return { text, codes: new Map() };
}
