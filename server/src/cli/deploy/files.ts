/** Prepares targeting files for a service: finds their targets, their problems and the body of a push. */
import { basename, dirname } from 'node:path';
import { t } from '../../core/t.js';
import { refuseDuplicates } from '../../service/many/address.js';
import type { AddressedFile } from '../../service/many/planned.js';
import { isJudged } from '../../service/many/planned.js';
import type { FilePorts, NotPushed } from '../../service/push/checkedFile.js';
import { checkedBody, warningsOf } from '../../service/push/checkedFile.js';
import { isAlwaysProtected, unusualKeys } from '../../service/protection.js';
import type { RiskPorts } from '../../service/push/risks.js';
import { targetName, targetUrl } from '../../service/http/target.js';
import { ratingOfPush } from '../../core/checks/rating.js';
import { MAX_BESIDE_BYTES } from '../../core/checks/text/unreadable.js';
import { diagnostics } from '../../core/features/diagnostics.js';
import { combinedImpact } from '../../core/results/impact/impactTogether.js';
import { changingTogether, environmentToggles } from '../../workspace/dependents.js';
import { commentOf, payload, withComment } from '../../core/features/payload.js';
import { listOf } from '../../core/targeting/joined.js';
import type { JsonDocument } from '../../core/json/document.js';
import { MAX_TEXT_LENGTH, parse } from '../../core/json/document.js';
import type { Check, Target } from '../../core/protocol.js';
import { targetingEnding } from '../../core/targeting/fileNames.js';
import { ratingOf } from '../../workspace/config/rating.js';
import { targetsOf, withOwners } from '../../workspace/config/targets.js';
import { decoded, textIn } from '../../core/checks/text/encoding.js';
import type { KnownProject } from '../../workspace/services/knownProject.js';
import { fileProblems } from '../../workspace/fileProblems.js';
import { knownOf } from '../../workspace/services/knownProject.js';
import type { Project } from '../../workspace/project.js';
import { withRule } from '../../workspace/config/ruleOfFile.js';
import { boundsOf, projectOf } from '../files/commandProject.js';
import { findFiles, notFollowed } from '../files/findFiles.js';
import { shownPath, shownUri } from '../files/paths.js';
import { gitIn } from '../../workspace/git/repository.js';
import type { World } from '../world.js';
import type { Access } from './access.js';
import { blobName } from './blobName.js';
import { pathOf, uriOf } from '../../workspace/disk/paths.js';
import { protectedKeysOf } from './protectedKeys.js';
import { cannotBeRead } from '../files/unread.js';

/** A targeting file with one of its environments. */
export interface TargetedFile extends AddressedFile {
  /** The file's path relative to the current folder, as shown in reports and plans. */
  readonly path: string;
  readonly text: string;
  /** Git's object name for the text on disk. */
  readonly blob: string;
  /** The file's targeting.config.json: its path relative to the current folder, and its Git object name. */
  readonly config: { readonly path: string; readonly blob: string };
}

export interface FoundFiles {
  readonly files: readonly TargetedFile[];
  /** Why other files cannot be used, one sentence each. */
  readonly failures: readonly string[];
}

/** The body of a push, with the comment and the warnings of the file. */
export interface ReadyBody {
  /** The body as JSON text. */
  readonly body: string;
  readonly comment: string;
  readonly warnings: Check['problems'];
}

/** The result if the service does not return the data that the checks need. */
export interface Unread {
  readonly kind: 'unread';
  readonly reason: string;
}

export function textOfMessage({ message }: ReadyBody['warnings'][number]): string {
  return typeof message === 'string' ? message : message.value;
}

export class TargetingFiles {
  readonly #bounds;
  readonly project: Project;
  /** The keys of environments that the job protects, regardless of configs. */
  readonly #protectedKeys: readonly string[];
  /** The environment names in the configs of all found files. */
  readonly #environments = new Set<string>();

  constructor(
    private readonly places: readonly string[],
    private readonly world: World,
    private readonly access: Pick<Access, 'known'>,
  ) {
    this.#protectedKeys = protectedKeysOf(world);
    this.#bounds = boundsOf({ places, followLinks: false }, world);
    this.project = projectOf(world, this.#bounds);
  }

  /** @param environment the environment of the files to find; if undefined, files for all environments are found */
  find(environment: string | undefined): FoundFiles {
    const { folder } = this.world;
    const { paths, failures, skipped } = findFiles(this.places, this.world, this.#bounds, isTargeting);
    const found: TargetedFile[] = [];
    const messages = [...failures, ...(skipped.length > 0 ? [notFollowed(skipped, folder)] : [])];
    for (const path of paths) {
      const each = this.#targeted(uriOf(path), environment);
      if (typeof each === 'string') messages.push(t('{0}: {1}', shownPath(path, folder), each));
      else found.push(...each);
    }
    // Two files for the same toggle are both refused, whichever environment was requested.
    const all = refuseDuplicates({ nameOf: (uri) => this.#shown(uri) }, found).filter(
      ({ target }) => environment === undefined || target?.environment === environment,
    );
    for (const file of all)
      if (isJudged(file) && 'words' in file.verdict)
        messages.push(t('{0}: {1}', this.#shown(file.uri), file.verdict.words));
    const files = all.filter((file): file is TargetedFile => !isJudged(file));
    if (files.length === 0 && messages.length === 0) messages.push(this.#nothingGoesTo(environment));
    return { files, failures: messages };
  }

  /** Checks a file as the editor does before a push: with the project's data and the required tests. */
  async body(file: TargetedFile, comment: string | undefined): Promise<ReadyBody | NotPushed | Unread> {
    const known = await this.access.known(file.target);
    if ('reason' in known) return { kind: 'unread', reason: known.reason };
    const json = parse(file.text);
    const ports = await this.#ports(file, json, known.reached);
    const check = await checkedBody(() => Promise.resolve(ports), file.target);
    if ('reason' in check) return check;
    const chosen = comment ?? check.comment ?? this.#lastCommit(file) ?? t('From the repository');
    return { body: withComment(check.body, chosen), comment: chosen, warnings: warningsOf(check) };
  }

  readonly risks: Required<RiskPorts> = {
    impacts: async (target, changes, others) => {
      const known = await this.access.known(target);
      const service = 'reached' in known ? known.reached : undefined;
      const all = await changingTogether(this.project, changes, others, (uri, json, { toggle, instead }) =>
        this.#evaluated(uri, json, { toggle }, service, instead),
      );
      const keys = changes.map(({ toggle }) => toggle);
      return all.map((each, index) => {
        const users = this.project.users(changes[index]?.uri ?? '')?.all ?? [];
        return combinedImpact(each, keys, users);
      });
    },
    filesIn: (uri) => async (target) => {
      const known = await this.access.known(target);
      const lists = 'reached' in known ? known.reached : undefined;
      const listed = lists?.knowledge.hasAllToggles === true ? [...lists.toggles.keys()] : undefined;
      return environmentToggles(this.project, uri, listed);
    },
  };

  async #evaluated(
    uri: string,
    json: JsonDocument,
    { toggle }: Pick<Target, 'toggle'>,
    known: KnownProject | undefined,
    instead?: ReadonlyMap<string, string>,
  ) {
    const { service } = knownOf(known === undefined ? [] : [known], toggle);
    return this.project.evaluated(uri, json, { service, toggle, ...(instead && { instead }) });
  }

  async #ports(file: TargetedFile, json: JsonDocument, known: KnownProject | undefined): Promise<FilePorts> {
    const { uri, target } = file;
    await this.project.ready(uri);
    const { toggle } = target;
    const told = knownOf(known === undefined ? [] : [known], toggle);
    const problems = (await fileProblems(this.project, uri, json, { ...told, toggle })).map((problem) =>
      problem.breaks === undefined
        ? problem
        : { ...problem, message: withRule(this.project, uri, problem.message, problem.breaks) },
    );
    const rating = ratingOfPush(ratingOf(uri, this.project.config(uri)));
    const [comment, body] = [commentOf(json), payload(json)];
    return {
      save: () => Promise.resolve(true),
      version: () => 0,
      check: () =>
        Promise.resolve({
          version: 0,
          problems: diagnostics(
            { uri, problems },
            { rating, docs: this.world.docs, reportedByEditor: () => false, environment: target.environment },
          ),
          ...(comment !== undefined && { comment }),
          ...(body !== undefined && { body }),
        }),
      failing: async ({ environment }, sent) =>
        (await this.project.failingTests(uri, environment, parse(sent))) ?? null,
    };
  }

  #targeted(uri: string, environment: string | undefined): readonly TargetedFile[] | string {
    const found = this.project.config(uri);
    if (found === undefined) return noConfig();
    const targets = withOwners(targetsOf(found.parsed, found.uri, uri), this.project.owners.of(uri));
    if (targets.kind !== 'found') return targets.kind === 'none' ? noConfig() : targets.reason;
    const known = found.parsed.config?.environments.map(({ name }) => name) ?? [];
    for (const name of known) this.#environments.add(name);
    if (environment !== undefined && !known.includes(environment))
      return targets.bound ? [] : t('its targeting.config.json has no environment {0}.', environment);
    const [file, config] = [this.#read(uri, MAX_TEXT_LENGTH), this.#read(found.uri, MAX_BESIDE_BYTES)];
    if (typeof file === 'string') return file;
    if (typeof config === 'string') return config;
    const { path, blob, bytes } = file;
    const text = textIn(bytes);
    if (typeof text !== 'string') return cannotBeRead(path, text);
    const read = { uri, path, blob, text, config: { path: config.path, blob: config.blob } };
    const files = targets.targets.map((given): TargetedFile | undefined => {
      const asks = isAlwaysProtected(given, this.#protectedKeys) || unusualKeys(given).length > 0;
      const target = asks ? { ...given, protected: true } : given;
      const url = targetUrl(target);
      return url && { ...read, target, url };
    });
    const isWanted = (target: Target) => environment === undefined || target.environment === environment;
    const [wrong] = targets.targets.filter((target, index) => files[index] === undefined && isWanted(target));
    return wrong === undefined
      ? files.filter((each) => each !== undefined)
      : t('{0} is not an address to push to: a key or the base URL is wrong.', targetName(wrong));
  }

  #read(
    uri: string,
    limit: number,
  ): { readonly path: string; readonly blob: string; readonly bytes: Uint8Array } | string {
    const bytes = this.world.files.read(pathOf(uri), limit);
    const path = this.#shown(uri);
    if (bytes instanceof Uint8Array) return { path, blob: blobName(bytes), bytes };
    return cannotBeRead(path, bytes);
  }

  #lastCommit({ uri }: TargetedFile): string | undefined {
    const path = pathOf(uri);
    const asked = ['rev-list', '-1', '--format=%s', '--encoding=UTF-8', 'HEAD', '--', `:(literal)${basename(path)}`];
    const git = gitIn(dirname(path), this.world);
    const said = typeof git === 'string' ? undefined : git(asked);
    // The hash is on the first line of the output, the subject on the second.
    const subject = said === undefined ? '' : decoded(said).replace(/^.*\n/, '').trim();
    return subject === '' ? undefined : subject;
  }

  #nothingGoesTo(environment: string | undefined): string {
    if (environment === undefined) return t('No targeting file here belongs to an environment.');
    const name = JSON.stringify(environment);
    return this.#environments.size === 0 || this.#environments.has(environment)
      ? t('No targeting file here belongs to the environment {0}.', name)
      : t('targeting.config.json has no environment {0}. It has: {1}.', name, listOf([...this.#environments]));
  }

  #shown(uri: string): string {
    return shownUri(uri, this.world.folder);
  }
}

function isTargeting(name: string): boolean {
  return name.endsWith(targetingEnding);
}

function noConfig(): string {
  return t('there is no targeting.config.json for this file.');
}
