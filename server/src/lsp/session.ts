/** The objects that all capabilities share. All are created when the client sends `initialize`; none is set later. */
import { t } from '../core/t.js';
import type { Connection, InitializeParams, ServerCapabilities } from 'vscode-languageserver';
import type { FindRule } from '../core/features/diagnostics.js';
import { OpenDocument } from '../core/features/openDocument.js';
import type { Disk } from '../workspace/disk/disk.js';
import { GivenFiles } from '../workspace/givenFiles.js';
import { ratingOf } from '../workspace/config/rating.js';
import { KnownServices } from '../workspace/services/knownServices.js';
import type { Change } from './changes.js';
import { Changes } from './changes.js';
import type { CodeDocument } from './code/codeDocument.js';
import { CodeAnswers } from './code/codeAnswers.js';
import { CodeIndex } from './code/codeIndex.js';
import { CodeKnowledge } from './code/codeKnowledge.js';
import { Evaluations, STEPS_FOR_A_USER_WHILE_TYPING } from './evaluations.js';
import { DeadTargetingSearch } from './deadTargeting.js';
import { Project } from '../workspace/project.js';
import { ruleOfFile } from '../workspace/config/ruleOfFile.js';
import type { Git } from './git.js';
import { fences } from './fences.js';
import { LocalServing } from './serving/localServing.js';
import { Emitter, isWorker, TextDocuments } from './lsp.js';
import { CurrentSettings, readLocale } from './settings.js';
import type { Problem } from '../core/checks/problem.js';
import { TestRuns } from './testRuns.js';

export interface ServerOptions {
  /** Access to files; undefined in a browser. */
  readonly disk: Disk | undefined;
  readonly git?: Git | undefined;
  readonly version: string;
  /** Sets the language of all messages: from an LSP locale, or from translations that the client provides. */
  readonly speak: (locale: string | undefined, words: unknown) => void;
  /** The URL of the page that documents the problem codes. Each code is a fragment of the URL. */
  readonly docs: string;
  /** The current time, in milliseconds since 1970 (UTC). */
  readonly now: () => number;
  /** The offset of local time from UTC in minutes, positive to the east. */
  readonly offsetMinutes: () => number;
}

export type Session = ReturnType<typeof sessionOf>;

/** Registers handlers that catch their errors. @returns the capability's part of the `initialize` response */
export type Capability = (session: Session) => ServerCapabilities;

export function sessionOf(connection: Connection, options: ServerOptions, params: InitializeParams) {
  const given = new GivenFiles(options.disk);
  const { disk } = given;
  const documents = new TextDocuments<OpenDocument>({
    create: (uri, languageId, version, text) =>
      OpenDocument.open(uri, languageId, version, text, {
        otherToggles: () => project.others(uri),
        services: () => services.of(uri),
        policies: () => project.policies.of(uri),
        sdks: () => project.config(uri)?.parsed.sdks,
        beside: () => ({ ...project.beside(uri), unmatched: codeIndex.unmatched(uri) }),
        dead: (json) => deadTargeting.of(json),
      }),
    update: (document, changes, version) => document.changed(changes, version),
  });
  /** The open files of code, by URI. */
  const codeDocuments = new Map<string, CodeDocument>();
  const fence = fences(connection, documents, codeDocuments);
  const changes = new Changes(fence.fenced);
  const changed = (change: Change) => {
    changes.made(change);
  };
  const settings = new CurrentSettings(params.initializationOptions, (before) => changed({ of: 'settings', before }));
  const initialized = new Emitter<void>();
  connection.onInitialized(() => {
    initialized.fire();
  });

  const project: Project = new Project({
    disk,
    allowed: () => settings.now.codeFolders,
    open: (uri) => documents.get(uri)?.json,
    given: settings.now.givesFiles ? given : undefined,
    time: () => Math.floor(options.now() / 1_000),
    stepsForAUser: STEPS_FOR_A_USER_WHILE_TYPING,
    onChange: changed,
    failed: fence.logged,
  });
  const services: KnownServices = new KnownServices({
    configOf: (uri) => project.config(uri),
    spelling: (uri) => project.files.spelling(uri),
    isWanted: () => settings.now.serviceKnowledge,
    elapsed: () => performance.now(),
    onChanged: () => changed({ of: 'services' }),
  });
  changes.on('services', () => services.configsChanged());
  const serving = new LocalServing({
    ...{ project, services, now: options.now, failed: fence.logged, onAsked: () => changed({ of: 'requests' }) },
    start: async (wanted) => {
      // A Web Worker does not have Node's APIs.
      if (isWorker)
        throw new Error(t('A browser cannot serve applications: it needs VS Code on a desktop or a server.'));
      return (await import('../serve/main.js')).startLocalServer(wanted);
    },
  });
  const evaluations = new Evaluations({ disk, project, services, locale: readLocale(params.locale) });
  const deadTargeting: DeadTargetingSearch = new DeadTargetingSearch({
    documents,
    evaluations,
    onFound: (uri) => changed({ of: 'dead-targeting', uri }),
    failed: fence.logged,
  });

  const folders = foldersOf(params);
  const code: CodeKnowledge = new CodeKnowledge({
    git: options.git,
    isTrusted: () => settings.now.isTrusted,
    disk,
    project,
    services,
    folders: () => project.files.folders,
    open: (uri) => codeDocuments.get(uri)?.text,
    isFollowed: params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
  });

  const codeIndex = new CodeIndex({ code, onRead: () => changed({ of: 'calls' }), failed: fence.logged });
  const codeAnswers = new CodeAnswers({
    ...{ code, documents: codeDocuments, project, settings, docs: options.docs },
    links: params.capabilities.textDocument?.definition?.linkSupport === true,
  });

  return {
    ...options,
    ...fence,
    disk,
    given,
    connection,
    client: params.capabilities,
    /** The URIs of the folders that were open when the server started. */
    folders,
    codeDocuments,
    code,
    codeAnswers,
    changes,
    codeIndex,
    locale: readLocale(params.locale),
    settings,
    documents,
    project,
    services,
    evaluations,
    deadTargeting,
    testRuns: new TestRuns(project),
    serving,
    ruleFinder:
      (uri: string): FindRule =>
      (broken) =>
        ruleOfFile(project, uri, broken),
    /** The rating of problems in a file, including the severities that the person has set. */
    ratingFor: (uri: string) => ratingOf(uri, project.config(uri), settings.of(uri).severities),
    /** The documents whose problems the editor has pulled, by URI. The editor does not pull hidden documents. */
    pulled: new Map<string, 'open' | 'closed'>(),
    /** The last problems of each closed file, by URI, including files that no longer exist. */
    closedProblems: new Map<string, readonly Problem[]>(),
    /** Fires after the client has sent `initialized`. */
    onInitialized: initialized.event,
  };
}

/** Old clients, which support only one folder, send it as `rootUri`. */
type Folders = Pick<InitializeParams, 'workspaceFolders'> & { readonly rootUri?: string | null };

function foldersOf({ workspaceFolders, rootUri }: Folders): readonly string[] {
  return workspaceFolders?.map(({ uri }) => uri) ?? (typeof rootUri === 'string' ? [rootUri] : []);
}
