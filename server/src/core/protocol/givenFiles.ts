/** Files that the client sends because they are not on a disk of the server's machine. */
import { NotificationType } from 'vscode-languageserver-protocol';

export interface GivenFile {
  readonly uri: string;
  readonly text: string;
}

export interface GivenFiles {
  /** New and changed files. Deletions arrive as `workspace/didChangeWatchedFiles`. */
  readonly files: readonly GivenFile[];
  /** Whether the client has now sent every file it can find. Until then, other files are not reported on. */
  readonly isComplete: boolean;
  /** The client may be unable to find some files. From now on, the server treats no file as missing. */
  readonly mayMissFiles?: boolean;
}

/** Sent by a client with `givesFiles` in its settings. */
export const givenFilesNotification = new NotificationType<GivenFiles>('toggleTargeting/files');
