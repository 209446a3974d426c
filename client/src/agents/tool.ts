/** A language model tool takes unchecked data and returns text. It rejects with a message for the caller. */
import type { LanguageServer } from '../server/languageClient.js';

export type Input = Readonly<Record<string, unknown>>;
export type Tool = (input: Input, server: LanguageServer) => Promise<string>;
