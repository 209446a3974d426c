/**
 * What all capabilities share: the client and what it can do, its open documents, and what is known beside them. A session
 * is made of the client's `initialize`, so nothing in it is undefined or replaced later.
 */
import type { Connection, InitializeParams, ServerCapabilities } from 'vscode-languageserver';
import { OpenDocument } from '../core/features/openDocument.js';
import { BesideFiles } from '../workspace/besideFiles.js';
import type { Disk } from '../workspace/disk.js';
import { GivenFiles } from '../workspace/givenFiles.js';
import { KnownServices } from '../workspace/knownServices.js';
import { OtherFiles } from '../workspace/otherFiles.js';
import { WorkspaceFiles } from '../workspace/workspaceFiles.js';
import { Configs } from './configs.js';
import { Evaluations } from './evaluations.js';
import { DeadTargetingSearch } from './deadTargeting.js';
import { fences } from './fences.js';
import { Emitter, TextDocuments } from './lsp.js';
import { CurrentSettings, readLocale } from './settings.js';
import { TestRuns } from './testRuns.js';

export interface ServerOptions {
  /** Undefined in a browser, which has none. */
  readonly disk: Disk | undefined;
  readonly version: string;
  /** Chooses the language of all messages from now on; a locale of LSP, and the words that the client gave, if it did. */
  readonly speak: (locale: string | undefined, words: unknown) => void;
  /** The page that documents the problem codes; a code is its fragment. */
  readonly docs: string;
  /** Milliseconds since 1970 in UTC. */
  readonly now: () => number;
  /** How far local time is ahead of UTC now. */
  readonly offsetMinutes: () => number;
}

export type Session = ReturnType<typeof sessionOf>;

/** Registers its handlers, each inside the session's fence, and returns what it adds to the answer to `initialize`. */
export type Capability = (session: Session) => ServerCapabilities;

export function sessionOf(connection: Connection, options: ServerOptions, params: InitializeParams) {
  const given = new GivenFiles(options.disk);
  const { disk } = given;
  const documents = new TextDocuments<OpenDocument>({
    create: (uri, languageId, version, text) =>
      OpenDocument.open(uri, languageId, version, text, {
        otherToggles: () => otherFiles.of(uri),
        services: () => services.of(uri),
        beside: () => beside.of(uri),
        dead: (json) => deadTargeting.of(json),
      }),
    update: (document, changes, version) => document.changed(changes, version),
  });
  const fence = fences(connection, documents);
  const settings = new CurrentSettings(params.initializationOptions);
  const othersChanged = new Emitter<readonly string[] | undefined>();
  const servicesChanged = new Emitter<string | undefined>();
  const usersChanged = new Emitter<void>();

  const workspace: WorkspaceFiles = new WorkspaceFiles({
    disk,
    given: settings.now.givesFiles ? given.all : undefined,
    nearestConfig: (uri) => configs.nearest(uri),
    onChanged: (uris) => otherFiles.changed(uris),
    failed: fence.logged,
  });
  const configs: Configs = new Configs(disk, workspace.bounds, documents, settings);
  const otherFiles: OtherFiles = new OtherFiles(workspace, (uris) => {
    beside.targetingChanged();
    othersChanged.fire(uris);
  });
  const beside: BesideFiles = new BesideFiles({
    disk,
    open: (uri) => documents.get(uri)?.json,
    configs,
    workspace,
    areKnown: () => otherFiles.areKnown,
    onChanged: () => {
      usersChanged.fire();
    },
  });
  const services: KnownServices = new KnownServices({
    nearestConfig: (uri) => configs.nearest(uri),
    isWanted: () => settings.now.serviceKnowledge,
    elapsed: () => performance.now(),
    onChanged: (uri) => {
      servicesChanged.fire(uri);
    },
    failed: fence.logged,
  });
  const evaluations = new Evaluations({
    disk,
    documents,
    workspace,
    services,
    usersFor: (uri) => beside.usersFor(uri),
    locale: readLocale(params.locale),
    now: options.now,
  });
  const deadTargeting: DeadTargetingSearch = new DeadTargetingSearch({
    documents,
    evaluations,
    elapsed: () => performance.now(),
    failed: fence.logged,
  });
  const testRuns = new TestRuns({ beside, configs, evaluations, workspace });
  configs.onChanged(() => {
    workspace.configsChanged();
    services.configsChanged();
  });

  return {
    ...options,
    ...fence,
    disk,
    given,
    connection,
    client: params.capabilities,
    /** URIs of the folders that the client has open at first. */
    folders: foldersOf(params),
    /** As Intl takes it. */
    locale: readLocale(params.locale),
    settings,
    documents,
    configs,
    workspace,
    otherFiles,
    beside,
    services,
    evaluations,
    deadTargeting,
    testRuns,
    /** URIs of the open documents whose problems the editor asks for: of those that nobody sees, it does not. */
    pulled: new Set<string>(),
    /** Files say something else that others may need; undefined when it may be all of them. */
    onOthersChanged: othersChanged.event,
    /** More or less is known of a file's services; undefined when it may be all files'. */
    onServicesChanged: servicesChanged.event,
    /** Files may have other users now. */
    onUsersChanged: usersChanged.event,
  };
}

interface Folders {
  readonly workspaceFolders?: readonly { readonly uri: string }[] | null;
  /** Of clients from before there could be several. */
  readonly rootUri?: string | null;
}

function foldersOf({ workspaceFolders, rootUri }: Folders): readonly string[] {
  return workspaceFolders?.map(({ uri }) => uri) ?? (typeof rootUri === 'string' ? [rootUri] : []);
}
