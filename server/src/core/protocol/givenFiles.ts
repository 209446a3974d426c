/** Files that the client sends because the server cannot read them from a local disk. */
import { NotificationType } from 'vscode-languageserver-protocol';

export interface GivenFile {
  readonly uri: string;
  readonly text: string;
}

export interface GivenFiles {
  /** New and changed files. Deletions arrive as `workspace/didChangeWatchedFiles`. */
  readonly files: readonly GivenFile[];
  /** Whether the client has sent every file it can find. Until then, the server reports only problems of open files. */
  readonly isComplete: boolean;
  /** True if the client may not find some files. From then on, the server does not report toggles as missing. */
  readonly mayMissFiles?: boolean;
}

/** Sent by a client with `givesFiles` in its settings. */
export const givenFilesNotification = new NotificationType<GivenFiles>('toggleTargeting/files');
