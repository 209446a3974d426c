/** What a language model tool is: plain data that nobody has checked in, text out. It rejects in words for whoever asked. */
import type { LanguageServer } from '../server/languageClient.js';

export type Input = Readonly<Record<string, unknown>>;
export type Tool = (input: Input, server: LanguageServer) => Promise<string>;
