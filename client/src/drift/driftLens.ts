/** The lens on the first line that compares a file with each readable environment. It sends no requests. */
import * as vscode from 'vscode';
import type { Background, FileBody } from './background.js';
import { isCompared, readBodyOf } from './background.js';
import { driftLine } from '../../../server/src/service/driftLine.js';
import { clickCommand } from './driftClick.js';
import { targetingFilesOnDisk } from '../files/ours.js';
import { Owner } from '../owner.js';
import type { Plain } from '../../../server/src/core/targeting/state/state.js';
import type { ReportContext } from '../push/reportPush.js';
import { targetsToRead } from '../services.js';

type DriftContext = Pick<ReportContext, 'server'> & { readonly background: Background };

export class DriftLens extends Owner implements vscode.CodeLensProvider {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  /** The last body without errors of each open file. */
  readonly #bodies = new Map<string, Plain>();
  /** The last lenses of each large file. They remain valid until something other than the file's text changes. */
  #shown = new Map<string, vscode.CodeLens[]>();

  constructor(private readonly context: DriftContext) {
    super();
    const { workspace } = vscode;
    this.owns(
      this.#changed,
      this.onDidChangeCodeLenses(() => (this.#shown = new Map())),
      vscode.languages.registerCodeLensProvider(targetingFilesOnDisk, this),
      context.background.onDidLearn(() => this.refresh()),
      context.background.onDidRenew(() => this.refresh()),
      workspace.onDidSaveTextDocument((document) => isCompared(document) && this.refresh()),
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#bodies.delete(uri.toString());
        this.#shown.delete(uri.toString());
      }),
      workspace.onDidChangeConfiguration((event) => {
        if (settings.some((name) => event.affectsConfiguration(name))) this.refresh();
      }),
    );
  }

  refresh(): void {
    this.#changed.fire();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!isCompared(document) || !this.context.server.isRunning()) return [];
    const key = document.uri.toString();
    // Comparing a large file takes longer than typing a word, so the file keeps its lenses while it is edited.
    const shown = this.#shown;
    const before = document.isDirty ? shown.get(key) : undefined;
    if (before !== undefined) return before;
    const lenses = await this.#lenses(document);
    if (document.getText().length > large && !document.isClosed) shown.set(key, lenses);
    return lenses;
  }

  async #lenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const { first, more } = await targetsToRead(this.context.server, document);
    const says = first.length === 0 ? undefined : await this.#says(document);
    if (says === undefined) return [];
    const { background } = this.context;
    const all = await Promise.all(
      first.map(async (target) => ({ target, drift: await background.compare(document.uri, target, says) })),
    );
    const { title, tooltip, clicked } = driftLine(all, more);
    const { uri } = document;
    const click = clicked
      ? clickCommand(uri, clicked.target, clicked.drift.click)
      : { command: 'toggleTargeting.showDiff', arguments: [uri] };
    return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, tooltip, ...click })];
  }

  async #says(document: vscode.TextDocument): Promise<FileBody | undefined> {
    const uri = document.uri.toString();
    const says = await readBodyOf(this.context.server, document);
    // While the text is invalid, the last valid body is compared.
    const before = says === undefined ? this.#bodies.get(uri) : undefined;
    if (before !== undefined) return { body: before, isSaved: false };
    if (says !== undefined && 'body' in says && !document.isClosed) this.#bodies.set(uri, says.body);
    return says;
  }
}

/** A text with more characters is large: its comparison takes about 20 ms or more per environment. */
const large = 100_000;

const settings = ['toggleTargeting.lenses', 'editor.codeLens'];
