/**
 * Our own requests beside LSP's; the only file of the server that the client imports. Everything here is plain data.
 * The server never learns a token: it says where a file goes and what would be sent, the client sends it.
 */
import type { Diagnostic, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { NotificationType, RequestType } from 'vscode-languageserver-protocol';

/** `initializationOptions`, and the `settings` of workspace/didChangeConfiguration. All fields may be absent. */
export interface ServerSettings {
  /** Severity by problem code; a targeting.config.json comes before it. What is no severity is passed over. */
  readonly problems?: Readonly<Record<string, string | undefined>>;
  /** How many problems of one file are shown; 1000 by default. */
  readonly maxProblems?: number;
  /** Whether files that are not open have problems, too; they do by default. */
  readonly problemsIn?: 'workspace' | 'openFiles';
  /** Which inlay hints there are; each is on unless it is `false`. */
  readonly inlayHints?: {
    /** Behind a `select`, the variation that it means. */
    readonly select?: boolean;
    /** Behind each entry of a `split`, its percentage and variation. */
    readonly split?: boolean;
    /** At each variation, its index. */
    readonly index?: boolean;
  };
  /** Whether each variation has a lens that says who serves it; true by default. */
  readonly codeLens?: boolean;
  /** Whether what the client read of services is used; true by default. */
  readonly serviceKnowledge?: boolean;
  /** The client's command that shows references; without it, lenses are words alone. Its arguments: a URI, an LSP position. */
  readonly showReferencesCommand?: string;
  /** The client's command that shows who gets what; without it, lenses of users are words alone. */
  readonly showUsersCommand?: string;
  readonly editorReports?: {
    /** The editor itself reports syntax problems and duplicate keys of JSON files. */
    readonly syntax?: boolean;
    /** The editor itself checks targeting.config.json, users and tests against their schemas. */
    readonly config?: boolean;
    /** The editor itself has an outline, folding, growing selections and a formatter of JSON files. Looked at when the server starts. */
    readonly symbols?: boolean;
    readonly foldingRanges?: boolean;
    readonly selectionRanges?: boolean;
    /** Then textDocument/formatting is answered all the same, for a client that asks for it by a command. */
    readonly formatting?: boolean;
  };
  /** Commands that the client has, so that code actions may name them: `deleteVariationCommand` and `openCommand`. */
  readonly clientCommands?: readonly string[];
}

/** One toggle in one environment of a service. */
export interface Target {
  readonly environment: string;
  readonly environmentKey: string;
  readonly baseUrl: string;
  readonly project: string;
  readonly toggle: string;
  readonly protected: boolean;
  /** Set by the client where the config does not protect it, but the person's setting or what they used before does. */
  readonly protectedBy?: 'setting' | 'memory';
  readonly api?: 'featureprobe';
}

export type Targets =
  /** No targeting.config.json in the file's folder or above it. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unusable'; readonly configUri: string; readonly reason: string }
  /** `bound`: the path names the one environment; otherwise every environment of the config is a target. */
  | {
      readonly kind: 'found';
      readonly configUri: string;
      readonly bound: boolean;
      readonly targets: readonly Target[];
    };

export interface TargetsParams {
  readonly uri: string;
  /** Read the config anew, even if no change of it was heard of: what is pushed goes where the file says now. */
  readonly fresh?: boolean;
  /** Every environment of the config, also for a file whose path names one. */
  readonly everywhere?: boolean;
}

export const targetsRequest = new RequestType<TargetsParams, Targets, void>('toggleTargeting/targets');

/** A targeting.config.json has changed, so that files may go elsewhere now. */
export const targetsChangedNotification = new NotificationType<Record<string, never>>('toggleTargeting/targetsChanged');

/**
 * What the client read of a project of a service, so that it helps while editing. The newest counts; how old it is, the server
 * says where it shows something of it.
 */
export interface ServiceKnowledge {
  readonly baseUrl: string;
  readonly project: string;
  readonly toggles: readonly KnownToggle[];
  readonly segments: readonly KnownSegment[];
  /** Whether these are all there are: only then does the project lack what is not among them. */
  readonly hasAllToggles: boolean;
  readonly hasAllSegments: boolean;
  /** The attributes of users that rules there look at, as far as they were read. */
  readonly attributes: readonly string[];
  /** Milliseconds since it was read. No point in time: clocks are set, and client and server must not differ in theirs. */
  readonly age: number;
}

export interface KnownToggle {
  readonly key: string;
  readonly name: string;
  /** boolean, string, number or json; absent where the service does not tell. */
  readonly returnType?: string | undefined;
}

export interface KnownSegment {
  readonly key: string;
  readonly name: string;
  /** Who is in it: rules with conditions, as targeting has them; absent where the service does not tell. */
  readonly rules?: readonly unknown[] | undefined;
}

export const serviceKnowledgeNotification = new NotificationType<ServiceKnowledge>('toggleTargeting/serviceKnowledge');

/** A person that `Evaluate for…` asks about, beside those of targeting.users.json. */
export interface AskedUser {
  readonly name: string;
  /** What splits go by; the name where it is absent. */
  readonly key?: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Those that the user is in; absent where their definitions decide. */
  readonly segments?: readonly string[];
  /** Unix seconds; the present where it is absent. */
  readonly now?: number;
  /** From 0 to 9999, instead of that of the key. */
  readonly bucket?: number;
}

export interface WhoGetsWhatParams {
  readonly uri: string;
  readonly asked: readonly AskedUser[];
}

/** What each user gets of an open targeting file, unsaved changes included. */
export interface WhoGetsWhat {
  readonly version: number;
  /** Why nobody gets anything of it, or why something is left out: the words, and what they are about. */
  readonly notice?: { readonly words: string; readonly range?: Range };
  /** The users file that counts; absent where there is none. */
  readonly usersUri?: string;
  /** The attributes that the file looks at. */
  readonly subjects: readonly string[];
  /** How many users of the file are too many to be evaluated with every keystroke. */
  readonly omitted: number;
  readonly users: readonly UserGets[];
}

export interface UserGets {
  readonly name: string;
  /** One of those that were asked for. */
  readonly isAsked: boolean;
  /** The variation or what happens instead, in words. */
  readonly gets: string;
  /** The rule or default that decides, in words. */
  readonly by: string;
  /** What the last saved text gives, where that is something else. */
  readonly saved?: string;
  /** Which SDKs give something else, and what; one sentence each. */
  readonly sdks: readonly string[];
  /** Where the deciding rule or default stands. */
  readonly range?: Range;
}

export const whoGetsWhatRequest = new RequestType<WhoGetsWhatParams, WhoGetsWhat | null, void>(
  'toggleTargeting/whoGetsWhat',
);

export interface ReasonParams extends WhoGetsWhatParams {
  readonly user: string;
}

/** A step on the way to what a user gets. */
export interface ReasonStep {
  readonly words: string;
  /** What was looked at, or what keeps it from holding. */
  readonly detail: string;
  /** `unreached`: evaluation has ended before. */
  readonly state: 'holds' | 'fails' | 'depends' | 'unreached';
  readonly range?: Range;
  readonly steps: readonly ReasonStep[];
}

/** A case for a `*.targeting.test.json` that expects what a user gets now; null for a user who is not there. */
export const testRequest = new RequestType<ReasonParams, string | null, void>('toggleTargeting/test');

/** Of the server's command that adds a test. */
export interface AddTestArgument {
  readonly uri: string;
  /** Of the document that the rule was counted in. */
  readonly version: number;
  readonly rule: number | 'default';
}

export const reasonRequest = new RequestType<ReasonParams, readonly ReasonStep[] | null, void>(
  'toggleTargeting/reason',
);

export interface ChangesSinceParams {
  readonly uri: string;
  /** Of the open document that is meant. */
  readonly version: number;
  /** What the file said once. */
  readonly text: string;
}

/** What users get otherwise than with an earlier text of the file, in words. */
export interface ChangesSince {
  /** Behind "since …:" */
  readonly summary: string;
  /** Users of the file of users first, then what decides. None where nobody gets anything else. */
  readonly changes: readonly Changed[];
}

export interface Changed {
  readonly isUser: boolean;
  /** The user's name, or what decides. */
  readonly who: string;
  /** From what to what. */
  readonly what: string;
  /** What decides about the user; or an example, and whether fewer could have been moved. */
  readonly detail: string;
  /** Where what decides now stands. */
  readonly range?: Range;
}

/** Null where it cannot be told, or the document has another version by now. */
export const changesSinceRequest = new RequestType<ChangesSinceParams, ChangesSince | null, void>(
  'toggleTargeting/changesSince',
);

export interface TestFileParams {
  /** Of a `*.targeting.test.json`, open or not. */
  readonly uri: string;
}

/** The cases of a test file as it stands in the editor or, where it is not open, on disk. */
export interface ListedTests {
  readonly cases: readonly ListedTest[];
  /** Why they cannot be run. What can be read of the file is listed all the same. */
  readonly broken?: string;
}

export interface ListedTest {
  /** The same for as long as the case is called the same. */
  readonly id: string;
  readonly name: string;
  readonly range: Range;
  /** The environments that it is for; empty for all. */
  readonly environments: readonly string[];
}

export const listTestsRequest = new RequestType<TestFileParams, ListedTests | null, void>('toggleTargeting/listTests');

export interface RunTestsParams extends TestFileParams {
  /** Of the cases that are run; all of them where it is absent. */
  readonly ids?: readonly string[];
  /** Whether it is wanted; it takes as long as the run itself. */
  readonly coverage: boolean;
}

export interface RanTests extends ListedTests {
  /** The file that is tested. */
  readonly targetingUri: string;
  /** One for each run of a case, in the order of the file. Cases of other environments have none. */
  readonly runs: readonly TestRun[];
  readonly coverage?: Coverage;
}

export interface TestRun {
  /** Of the case. */
  readonly id: string;
  /** With a matrix, the attributes of this run as well. */
  readonly name: string;
  /** None where it passed. */
  readonly failures: readonly TestFailure[];
}

export interface TestFailure {
  readonly message: string;
  /** The expectation that does not hold. */
  readonly range: Range;
  /** What is expected and what is there instead, in the same terms; absent where nothing was evaluated. */
  readonly difference?: { readonly expected: string; readonly actual: string };
  /** What decided in the targeting file, and where it stands. */
  readonly decider?: { readonly words: string; readonly range: Range };
}

/** What of a targeting file tests reach. */
export interface Coverage {
  readonly rules: readonly Reached[];
  /** Conditions, which hold and do not hold, and serves, which may have shares. */
  readonly statements: readonly ReachedStatement[];
}

export interface Reached {
  readonly words: string;
  readonly range: Range;
  /** How many runs reach it. */
  readonly count: number;
}

export interface ReachedStatement extends Reached {
  /** Those without a place of their own are what a condition says. */
  readonly branches: readonly (Omit<Reached, 'range'> & { readonly range?: Range })[];
}

export const runTestsRequest = new RequestType<RunTestsParams, RanTests | null, void>('toggleTargeting/runTests');

/** What is known of an open targeting file before it is pushed; null when the server does not have it open. */
export interface Check {
  readonly version: number;
  /** With the severities in force, those included that the editor shows by itself. */
  readonly problems: readonly Diagnostic[];
  /** The file's own comment; absent when it has none. */
  readonly comment?: string;
}

export const checkRequest = new RequestType<{ readonly uri: string }, Check | null, void>('toggleTargeting/check');

export interface PayloadParams {
  readonly uri: string;
  /** The version that was checked: what is pushed is what was validated. */
  readonly version: number;
  readonly comment: string;
}

export type Payload =
  | { readonly kind: 'ready'; readonly body: string }
  /** The document has another version by now. */
  | { readonly kind: 'changed' }
  /** The text is not one JSON object. */
  | { readonly kind: 'not-an-object' };

export const payloadRequest = new RequestType<PayloadParams, Payload, void>('toggleTargeting/payload');

/** Why an environment that requires tests refuses a push. */
export interface FailingTests {
  /** The file with the tests, and what it is called. */
  readonly uri: string;
  readonly name: string;
  /** None where they cannot be run. */
  readonly failed: number;
  /** Of the first failure, or why they cannot be run. */
  readonly message: string;
  readonly range?: Range;
}

export interface FailingTestsParams {
  /** A file of the toggle, in whichever environment. */
  readonly uri: string;
  /** By its name in the config. */
  readonly environment: string;
  /** JSON text of what would be pushed there. */
  readonly body: string;
}

/** Asked before a body is pushed: null where the environment requires no tests, or all of them pass. */
export const failingTestsRequest = new RequestType<FailingTestsParams, FailingTests | null, void>(
  'toggleTargeting/failingTests',
);

export interface ImpactParams {
  /** A file of the toggle, in whichever environment. */
  readonly uri: string;
  readonly toggle: string;
  /** By its name in the config. */
  readonly environment: string;
  /** JSON texts with `disabled` and `content`: what is live there, and what would be. */
  readonly before: string;
  readonly after: string;
}

/** What a change does to people. */
export interface Impact {
  /** `nobody` is proved, of `somebody` there is an example; otherwise nobody knows. */
  readonly who: 'nobody' | 'somebody' | 'unknown';
  /** In ten-thousandths: wherever users come to, at most this share of them gets something else. 10000 where nobody knows. */
  readonly most: number;
  /** Both in a sentence. */
  readonly words: string;
  readonly changes: readonly ChangeOfPlace[];
  /** Of the users in targeting.users.json those who get something else; and how many of them were looked at. */
  readonly users: readonly { readonly name: string; readonly from: string; readonly to: string }[];
  readonly asked: number;
}

/** What becomes of those who come to one rule or default. In words. */
export interface ChangeOfPlace {
  /** What decides before and afterwards. */
  readonly place: string;
  /** From what to what, with the buckets. */
  readonly moves: readonly string[];
  /** That fewer users could have been moved. */
  readonly churn?: string | undefined;
  readonly example?: string | undefined;
}

export const impactRequest = new RequestType<ImpactParams, Impact, void>('toggleTargeting/impact');

export interface DeleteVariationParams {
  readonly uri: string;
  /** The version of the document that `index` belongs to. */
  readonly version: number;
  readonly index: number;
  /** The variation to serve in its place, by its index before the deletion. */
  readonly instead?: number;
}

export type VariationDeletion =
  | { readonly kind: 'ready'; readonly edit: WorkspaceEdit }
  /** The variation is served, and `instead` does not say what to serve in its place. */
  | { readonly kind: 'asks'; readonly variation: string; readonly replacements: readonly Replacement[] }
  /** The document has another version by now, or has no such variation. */
  | { readonly kind: 'changed' };

export interface Replacement {
  readonly index: number;
  readonly label: string;
  /** What else would change. */
  readonly detail?: string;
}

export const deleteVariationRequest = new RequestType<DeleteVariationParams, VariationDeletion, void>(
  'toggleTargeting/deleteVariation',
);

export interface PullParams {
  readonly uri: string;
  /** JSON text of what the service has stored: one object with `disabled` and `content`. */
  readonly body: string;
}

export type Pull =
  /** `text` is the whole text after the edits. */
  | { readonly kind: 'ready'; readonly version: number; readonly edits: readonly TextEdit[]; readonly text: string }
  /** The text is neither empty nor one JSON object without syntax problems. */
  | { readonly kind: 'not-an-object' };

/** How a file would be changed to say what a service has stored; null when the server does not have it open. */
export const pullRequest = new RequestType<PullParams, Pull | null, void>('toggleTargeting/pull');

/** The text of a file that says what a service has stored and nothing else; parameter: JSON text as of PullParams. */
export const newFileRequest = new RequestType<{ readonly body: string }, string, void>('toggleTargeting/newFile');

export interface FilesForParams {
  /** Of a targeting.config.json, or of where one could be: the nearest one counts. */
  readonly configUri: string;
  readonly toggles: readonly string[];
}

export type FilesFor =
  | { readonly kind: 'none' }
  | { readonly kind: 'unusable'; readonly configUri: string; readonly reason: string }
  | { readonly kind: 'found'; readonly configUri: string; readonly environments: readonly EnvironmentFiles[] };

export interface EnvironmentFiles {
  /** Its toggle is empty. */
  readonly place: Target;
  /** One for each toggle that was asked for, in that order. */
  readonly files: readonly FileFor[];
}

export type FileFor =
  | { readonly toggle: string; readonly uri: string }
  /** No file can be of this toggle. */
  | { readonly toggle: string; readonly reason: string };

/** Where the files of toggles belong; the inverse of `targetsRequest`. */
export const filesForRequest = new RequestType<FilesForParams, FilesFor, void>('toggleTargeting/filesFor');
