/** A language model tool receives unchecked input and returns text, or rejects with a message for the caller. */
import type { LanguageServer } from '../server/languageClient.js';

export type Input = Readonly<Record<string, unknown>>;
export type Tool = (input: Input, server: LanguageServer) => Promise<string>;
