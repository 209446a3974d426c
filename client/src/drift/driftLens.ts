/** The lens on the first line that compares a file with each readable environment. It sends no requests. */
import * as vscode from 'vscode';
import type { Target } from '../../../server/src/core/protocol.js';
import type { Background, FileBody } from './background.js';
import { isCompared, readBodyOf } from './background.js';
import { clickCommand } from './driftClick.js';
import { targetingFilesOnDisk } from '../files/ours.js';
import { Owner } from '../owner.js';
import type { Drift } from '../../../server/src/service/driftWords.js';
import { guardedSentence } from '../../../server/src/service/driftWords.js';
import { withoutRepeats } from '../../../server/src/service/fileErrors.js';
import { lensesInLine } from '../../../server/src/service/lensLine.js';
import { mergeByClick } from '../../../server/src/service/clickGroups.js';
import type { Plain } from '../../../server/src/core/targeting/state/state.js';
import { linesOf } from '../../../server/src/service/words/harmless.js';
import type { ReportContext } from '../push/reportPush.js';
import { targetsToRead } from '../services.js';
import type { SinceCommitLens } from '../sinceCommit/lens.js';

type DriftContext = Pick<ReportContext, 'server'> & {
  readonly background: Background;
  readonly sinceCommit: Pick<SinceCommitLens, 'textToCompare'>;
};

export class DriftLens extends Owner implements vscode.CodeLensProvider {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  /** The last body of each open file that could be pushed. */
  readonly #bodies = new Map<string, Plain>();
  /** The last lenses of each large file, until something other than the file changes. */
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
      workspace.onDidGrantWorkspaceTrust(() => this.refresh()),
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
    // Comparing takes longer than typing a word, so a large file keeps its lenses while it is edited.
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
    const drifts = mergeByClick(withoutRepeats(all));
    const line = lensesInLine(
      drifts.map(({ target, drift }) => ({ ...drift, target, drift, weight: weightOf(target, drift) })),
      this.context.sinceCommit.textToCompare(document) === undefined ? 0 : SINCE_COMMIT_WIDTH,
    );
    const lenses = line.map(({ lens: { target, drift }, title }) => lensOf(document.uri, target, { ...drift, title }));
    const shown = new Set(line.map(({ lens }) => lens.drift));
    const others = drifts
      .filter(({ drift }) => !shown.has(drift))
      .map(({ drift }) => drift.title.replace(/^(?:\$\(\w+\)\u00A0)+/, ''));
    return others.length + more > 0 ? [...lenses, moreLens(others, more)] : lenses;
  }

  async #says(document: vscode.TextDocument): Promise<FileBody | undefined> {
    const uri = document.uri.toString();
    const says = await readBodyOf(this.context.server, document);
    // While the text is incomplete, the last body is compared.
    const before = says === undefined ? this.#bodies.get(uri) : undefined;
    if (before !== undefined) return { body: before, isSaved: false };
    if (says !== undefined && 'body' in says && !document.isClosed) this.#bodies.set(uri, says.body);
    return says;
  }
}

/** Differences weigh most, then protected environments. */
function weightOf(target: Target, { kind }: Drift): number {
  return (kind === 'same' ? 0 : 2) + (target.protected ? 1 : 0);
}

/** The number of characters to free for the lens `since last commit: 12 of 140 users change`, next to a side bar. */
const SINCE_COMMIT_WIDTH = 20;

/** In characters. Comparing takes about 20 ms per environment from here on. */
const large = 100_000;

const settings = ['toggleTargeting.drift', 'editor.codeLens'];

function moreLens(others: readonly string[], more: number): vscode.CodeLens {
  const uncompared = vscode.l10n.t('Only the first environments are compared automatically.');
  return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
    title: vscode.l10n.t('{0} more…', others.length + more),
    tooltip: linesOf(more > 0 ? [...others, uncompared] : others),
    command: 'toggleTargeting.toggles.focus',
  });
}

function lensOf(uri: vscode.Uri, target: Target, { title, tooltip, click, isOfFile }: Drift): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
    title,
    tooltip: linesOf([...tooltip.split('\n'), ...(isOfFile ? [] : guardedSentence(target))]),
    ...clickCommand(uri, target, click),
  });
}
