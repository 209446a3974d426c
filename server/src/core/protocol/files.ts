/** Files that the server cannot read by itself, since they are on no disk of its machine. */
import { NotificationType } from 'vscode-languageserver-protocol';

export interface GivenFile {
  readonly uri: string;
  readonly text: string;
}

export interface GivenFiles {
  /** Those that are new or have changed. That files are gone is said by `workspace/didChangeWatchedFiles`. */
  readonly files: readonly GivenFile[];
  /** Whether these and those before them are all that the client finds. The server says nothing of other files before. */
  readonly areAll: boolean;
  /** There may be files that the client cannot find. From now on, no file counts as missing. */
  readonly mayBeMore?: boolean;
}

/** From a client with `givesFiles` in its settings. */
export const givenFilesNotification = new NotificationType<GivenFiles>('toggleTargeting/files');
