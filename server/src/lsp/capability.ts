import type { ServerCapabilities } from 'vscode-languageserver';
import type { Session } from './session.js';

/** Registers its handlers, each inside the session's fence, and returns what it adds to the answer to `initialize`. */
export type Capability = (session: Session) => ServerCapabilities;
