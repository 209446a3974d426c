/** `toggle-targeting check`, one file: it is read, fixed where that is wanted, and checked as the editor would. It prints nothing. */
import { isUtf8 } from 'node:buffer';
import { t } from '@vscode/l10n';
import type { Claim } from '../core/analysis/certificate.js';
import type { KnownService } from '../core/checks/check.js';
import { noServices } from '../core/checks/check.js';
import type { Rating } from '../core/checks/rating.js';
import type { ToggleSource } from '../core/evaluation/environment.js';
import { arrivalOf } from '../core/evaluation/environment.js';
import { withLeftMarked } from '../core/evaluation/leftToService.js';
import type { JsonDocument } from '../core/json/document.js';
import { MAX_TEXT_LENGTH, MAX_UNASKED_LENGTH, parse } from '../core/json/document.js';
import { searchDeadTargeting } from '../core/results/deadTargetingOf.js';
import { Why } from '../core/results/why.js';
import { kindOf } from '../core/targeting/fileNames.js';
import { togglesBeside } from '../core/targeting/otherToggles.js';
import { environmentAtHost } from '../service/http/target.js';
import type { Bounds } from '../workspace/bounds.js';
import { ratingOf } from '../workspace/config/rating.js';
import { targetsOf } from '../workspace/config/targets.js';
import { textIn, withMarkOf } from '../core/checks/encoding.js';
import { factsOf } from '../workspace/knownProject.js';
import type { Project } from '../workspace/project.js';
import { ruleOfFile } from '../workspace/ruleOfFile.js';
import type { Places } from './bounds.js';
import { projectOf } from './bounds.js';
import type { CheckedFile } from './checkText.js';
import { checkedText } from './checkText.js';
import type { Access } from './deploy/access.js';
import type { FixedText } from './fixText.js';
import { fixedText } from './fixText.js';
import { shownPath } from './paths.js';
import type { Format } from './reports/formats.js';
import type { ReportedFile } from './reports/report.js';
import type { World } from './world.js';
import { pathOf, uriOf } from '../workspace/paths.js';

export interface FileCheckOptions extends Places {
  readonly format: Format;
  readonly fix: boolean;
  /** Of which problems it is said why. */
  readonly explain: Claim['code'] | undefined;
}

/** Plain data, so that another thread can tell it. */
export interface FileResult {
  /** Undefined where it could not be read. */
  readonly file?: ReportedFile & { readonly fixable: number };
  /** What could not be done, as sentences. */
  readonly failures: readonly string[];
}

export class FileCheck {
  readonly #project: Project;
  #failures: string[] = [];

  /** @param access where services are to be asked, too */
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
    const known = await this.#knownOf(uri, file);
    const checked = checkedText({ uri, file, ...known }, rating, this.world.docs);
    return { file: { uri, text, fixed, ...checked }, failures: this.takeFailures() };
  }

  ratingOf(uri: string): Rating {
    return ratingOf(uri, this.#project.config(uri));
  }

  /** Those since it was asked last. */
  takeFailures(): readonly string[] {
    const failures = this.#failures;
    this.#failures = [];
    return failures;
  }

  /** What the file holds then; undefined when nothing of it is changed. */
  #fixed(path: string, bytes: Uint8Array, text: string): FixedText | undefined {
    const uri = uriOf(path);
    const rating = this.ratingOf(uri);
    if (checkedText({ uri, file: parse(text) }, rating, this.world.docs).fixable === 0) return undefined;
    const after = fixedText(uri, text, rating);
    if (after.text === text) return undefined;
    const failure = this.#write(path, bytes, after.text);
    if (failure === undefined) return after;
    this.#failures.push(failure);
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

  /** Most files have nothing to do with others, which are looked for only then. */
  async #knownOf(uri: string, file: JsonDocument): Promise<Omit<CheckedFile, 'uri' | 'file'>> {
    const { text } = file;
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
      ...(mayBeEvaluated(text) && (await this.#deadIn(uri, file, requires))),
      services: await this.#servicesOf(uri),
      policies: this.#project.policies.of(uri),
      ruleAt: (broken) => ruleOfFile(this.#project, uri, broken),
      fixedWith,
    };
  }

  async #servicesOf(uri: string): Promise<readonly KnownService[]> {
    const { access } = this;
    const config = access && this.#project.config(uri);
    if (access === undefined || config === undefined) return noServices;
    const found = targetsOf(config.parsed, config.uri, uri);
    const services: KnownService[] = [];
    for (const target of found.kind === 'found' ? found.targets : []) {
      const known = await access.known(target);
      if ('reason' in known) this.#failures.push(t('{0}: {1}', environmentAtHost(target), known.reason));
      else if (known.reached !== undefined) services.push(factsOf(known.reached, target.toggle));
    }
    return services;
  }

  async #fixedWith(uri: string, requires: boolean): Promise<CheckedFile['fixedWith']> {
    const toggles = requires ? await this.#project.ready(uri) : undefined;
    return { toggles: () => (toggles === undefined ? [] : togglesBeside(toggles, uri).map(({ key }) => key)) };
  }

  /** A file that requires nothing needs no other file. */
  async #deadIn(uri: string, file: JsonDocument, requires: boolean): Promise<Pick<CheckedFile, 'dead' | 'why'>> {
    const evaluated = requires
      ? await this.#project.evaluated(uri, file)
      : { arrival: arrivalOf(alone(file), nothingKnown), now: this.world.time() };
    const { arrival, now } = evaluated;
    let why: Why | undefined;
    return {
      dead: [...searchDeadTargeting(evaluated)].flat(),
      why: (claim) => {
        if (claim.code !== this.options.explain) return undefined;
        why ??= new Why({ arrival, now, json: file });
        return why.of(claim);
      },
    };
  }

  #cannotRead(path: string, reason: string): void {
    const shown = JSON.stringify(shownPath(path, this.world.folder));
    this.#failures.push(t('{0} cannot be read ({1}).', shown, reason));
  }
}

export function unfixed(text: string): FixedText {
  return { text, codes: new Map() };
}

/** A key may be written with escapes, too. */
const mayHavePrerequisites = /"prerequisites"|\\u/;

/** Whether dead targeting is looked for: no service takes a larger file. */
function mayBeEvaluated(text: string): boolean {
  return text.length <= MAX_UNASKED_LENGTH && /"conditions"|"prerequisites"|\\u/.test(text);
}

function alone({ root }: JsonDocument): ToggleSource {
  return { key: '', returnType: undefined, targeting: withLeftMarked(root?.value) };
}

const nothingKnown = { toggles: undefined, segments: undefined };
