/** Answers requests about open files of code. The answers are empty if no config has `code` for the file. */
import type { CompletionParams, DefinitionParams, HoverParams } from 'vscode-languageserver';
import type {
  CodeAction,
  CodeActionContext,
  CompletionItem,
  Diagnostic,
  Hover,
  Location,
  LocationLink,
  Position,
  Range,
} from 'vscode-languageserver-types';
import { diagnostics } from '../../core/features/diagnostics.js';
import { codeActionsInCode } from '../../core/features/inCode/codeActions.js';
import type { CodeText } from '../../core/features/inCode/codeText.js';
import { keyAt } from '../../core/features/inCode/codeText.js';
import type { KeyItem } from '../../core/features/inCode/completionInCode.js';
import { completionInCode, resolvedKey } from '../../core/features/inCode/completionInCode.js';
import { definitionInCode } from '../../core/features/inCode/definition.js';
import { hoverInCode } from '../../core/features/inCode/hover.js';
import { problemsInCode } from '../../core/features/inCode/problems.js';
import type { TogglesInCode } from '../../core/features/inCode/togglesInCode.js';
import type { CodeScope } from '../../workspace/code/codeScopes.js';
import { togglesInCode } from '../../workspace/code/toggleFacts.js';
import { ratingOf } from '../../workspace/config/rating.js';
import type { Project } from '../../workspace/project.js';
import type { CodeDocument } from './codeDocument.js';
import type { CodeKnowledge } from './codeKnowledge.js';
import type { CurrentSettings } from '../settings.js';

export interface CodeAnswersOptions {
  readonly code: CodeKnowledge;
  readonly documents: ReadonlyMap<string, CodeDocument>;
  readonly project: Project;
  readonly settings: CurrentSettings;
  readonly docs: string;
  /** Whether the client supports location links, which include a source range. */
  readonly links: boolean;
}

interface Read {
  readonly scope: CodeScope;
  readonly text: CodeText;
  readonly toggles: TogglesInCode;
}

export class CodeAnswers {
  /** The diagnostics that were last sent for each file, as JSON, by URI. */
  readonly #told = new Map<string, string>();

  constructor(private readonly options: CodeAnswersOptions) {}

  async hover(code: CodeDocument, { position }: HoverParams): Promise<Hover | null> {
    const read = await this.#read(code);
    return (read && hoverInCode(read.text, position, read.toggles)) ?? null;
  }

  async definition(code: CodeDocument, { position }: DefinitionParams): Promise<LocationLink[] | Location[]> {
    const read = await this.#read(code);
    return read === undefined ? [] : definitionInCode(read.text, position, read.toggles, this.options.links);
  }

  /** @returns the toggle at a position in the code, with the code scope of the file */
  async asked(
    code: CodeDocument,
    position: Position,
  ): Promise<{ readonly scope: CodeScope; readonly key: string } | undefined> {
    const read = await this.#read(code);
    const finding = read && keyAt(read.text, position);
    return finding && { scope: read.scope, key: finding.key };
  }

  async completion(code: CodeDocument, { position }: CompletionParams): Promise<CompletionItem[]> {
    const read = await this.#read(code);
    return read === undefined ? [] : completionInCode(read.text, position, read.toggles);
  }

  resolved(item: CompletionItem): CompletionItem {
    const data = item.data as KeyItem | undefined;
    const scope = data && this.options.code.scopeFor(data.codeUri);
    return data === undefined || scope === undefined ? item : resolvedKey(item, data, this.#toggles(scope));
  }

  async codeActions(
    code: CodeDocument,
    { range, context }: { readonly range: Range; readonly context: CodeActionContext },
  ): Promise<CodeAction[]> {
    const read = await this.#read(code);
    if (read === undefined) return [];
    const { project, settings, docs } = this.options;
    const { configUri } = read.scope;
    return codeActionsInCode(read.text, range, context, read.toggles, {
      rating: this.#rating(code.uri, read.scope),
      makesFiles: settings.now.makesFiles,
      config: { uri: configUri, text: () => project.configText(configUri) },
      docs: settings.now.opens ? docs : undefined,
    });
  }

  async diagnostics(code: CodeDocument): Promise<Diagnostic[]> {
    const found = await this.#diagnostics(code);
    this.#told.set(code.uri, JSON.stringify(found));
    return found;
  }

  /** @returns the open documents whose diagnostics differ from the diagnostics that were last sent */
  async outdated(): Promise<readonly CodeDocument[]> {
    const found: CodeDocument[] = [];
    for (const code of this.options.documents.values())
      if (JSON.stringify(await this.#diagnostics(code)) !== (this.#told.get(code.uri) ?? '[]')) found.push(code);
    return found;
  }

  closed(uri: string): void {
    this.#told.delete(uri);
  }

  async #diagnostics(code: CodeDocument): Promise<Diagnostic[]> {
    const read = await this.#read(code);
    if (read === undefined) return [];
    const { docs, settings } = this.options;
    const problems = problemsInCode(read.text, read.toggles);
    const rating = this.#rating(code.uri, read.scope);
    const limit = settings.now.maxProblems;
    return diagnostics({ uri: code.uri, problems }, { rating, docs, limit, reportedByEditor: () => false });
  }

  /** Waits until all targeting files are read, so that no toggle is wrongly reported as missing. */
  async #read(code: CodeDocument): Promise<Read | undefined> {
    const { code: knowledge, project } = this.options;
    if (knowledge.scopeFor(code.uri) === undefined) return undefined;
    await project.ready();
    const scope = knowledge.scopeFor(code.uri);
    if (scope === undefined) return undefined;
    const text = code.read(knowledge.togglesOf(scope).byKey, scope.code.wrappers);
    return { scope, text, toggles: this.#toggles(scope) };
  }

  #toggles(scope: CodeScope): TogglesInCode {
    const { code, project } = this.options;
    return togglesInCode(scope, code.togglesOf(scope), project);
  }

  /** The rating of problems, according to the config that covers the code. */
  #rating(uri: string, { configUri }: CodeScope) {
    const { project, settings } = this.options;
    return ratingOf(uri, project.config(configUri), settings.of(uri).severities);
  }
}
