/** Shows all toggles and compares their files with each environment. Reads from services only while visible. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { ToggleFiles } from '../../../server/src/core/protocol.js';
import { toggleFilesRequest } from '../../../server/src/core/protocol.js';
import { mapConcurrently } from '../../../server/src/service/pace.js';
import { toggleNodes, togglesOf, waitingNode } from '../../../server/src/service/toggles/toggleNodes.js';
import type { Filter } from '../../../server/src/service/toggles/environmentStates.js';
import { EnvironmentStates } from '../../../server/src/service/toggles/environmentStates.js';
import { plain } from '../../../server/src/service/words/harmless.js';
import { sentencesOf } from '../../../server/src/core/targeting/joined.js';
import { clickCommand } from '../drift/driftClick.js';
import { logged } from '../fence.js';
import type { Found } from '../files/findOurs.js';
import { Owner } from '../owner.js';
import { notify, pick } from '../say.js';
import type { ToggleContext } from './environments.js';
import { environmentsOf } from './environments.js';
import type { EnvironmentItem } from './toggleItems.js';
import { NoteItem, ToggleItem, WaitingItem } from './toggleItems.js';
import { WorkspaceFiles } from './workspaceFiles.js';
import { shownName } from '../files/shownName.js';

type Item = ToggleItem | EnvironmentItem | NoteItem | WaitingItem;

export class TogglesView extends Owner implements vscode.TreeDataProvider<Item> {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #standings = new EnvironmentStates();
  /** The files that have been shown; the editor remembers which of their rows are expanded. */
  readonly #drawn = new Set<string>();
  readonly #expanded = new Set<string>();
  readonly #files = new WorkspaceFiles();
  /** The toggles in the server's last response. */
  #known: readonly ToggleFiles[] | undefined;
  #filter: Filter = 'all';
  /** URIs of files that were compared since the view was created or refreshed. */
  readonly #compared = new Set<string>();
  /** The time of the last comparison of all files, in milliseconds of a monotonic clock. */
  #allCompared = -Infinity;
  #progress: { readonly done: number; readonly all: number } | undefined;
  #walk = new AbortController();
  #redrawing: NodeJS.Timeout | undefined;
  readonly #view: vscode.TreeView<Item>;

  constructor(private readonly context: ToggleContext) {
    super();
    const { window } = vscode;
    this.#view = window.createTreeView('toggleTargeting.toggles', { treeDataProvider: this, showCollapseAll: true });
    this.owns(
      this.#changed,
      this.#view,
      this.#files,
      this.#files.onDidChange((file) => this.#compareFile(file)),
      window.onDidChangeWindowState(({ focused }) => focused && this.#lookAround()),
      vscode.languages.onDidChangeDiagnostics(() => this.#filter === 'problems' && this.#redraw()),
      this.#view.onDidChangeVisibility(() => this.#files.findAgain()),
      this.#view.onDidExpandElement(({ element }) => element instanceof ToggleItem && this.#expand(element.files)),
      this.#view.onDidCollapseElement(({ element }) => {
        if (!(element instanceof ToggleItem)) return;
        for (const file of element.files) this.#expanded.delete(file.toString());
        this.#redraw();
      }),
      context.background.onDidLearn(() => this.#redraw()),
      context.background.onDidRenew((file) => this.#compareFile(file)),
      // A new token or agreement changes which services can be read.
      context.credentials.onDidChange(() => {
        this.#standings.forgetDrifts();
        this.compareAgain();
      }),
      context.background.onDidCompare(({ file, target, drift }) => {
        const key = file.toString();
        const before = this.#standings.comparisonSummary([key]);
        this.#standings.keep(key, target, drift);
        if (this.#standings.comparisonSummary([key]) !== before) this.#redraw();
        this.#view.badge = this.#standings.badge();
      }),
      { dispose: () => this.#walk.abort() },
      { dispose: () => clearTimeout(this.#redrawing) },
    );
  }

  refresh(): void {
    this.#standings.forgetOthers([]);
    this.compareAgain();
  }

  compareAgain(): void {
    this.#compared.clear();
    this.#allCompared = -Infinity;
    this.#files.findAgain();
  }

  #compareFile(file: vscode.Uri | undefined): void {
    if (file !== undefined) this.#compared.delete(file.toString());
    this.#redraw();
    this.#lookAround();
  }

  /** Asks for a token or the person's agreement if no file can be compared without it. */
  async askWhereNothingIsCompared(): Promise<void> {
    const [first] = this.#standings.waiting();
    if (first === undefined || !this.#standings.isNothingCompared()) return;
    const { label, tooltip } = waitingNode(first, true);
    if (first.drift.click === 'compare' && !(await notify('information', tooltip, { [label]: true }))) return;
    const click = clickCommand(vscode.Uri.parse(first.uri), first.target, first.drift.click);
    const args: readonly unknown[] = click.arguments ?? [];
    await vscode.commands.executeCommand(click.command, ...args);
  }

  async chooseFilter(): Promise<void> {
    const names = filterNames();
    const entries = (Object.keys(names) as Filter[]).map((filter) => ({
      icon: filter === this.#filter ? 'check' : 'blank',
      label: names[filter],
      filter,
    }));
    const picked = await pick(entries, { title: t('Which toggles are shown?') });
    if (picked === undefined) return;
    this.#filter = picked.filter;
    this.#redraw();
    this.#lookAround();
  }

  getTreeItem(item: Item): Item {
    return item;
  }

  async getChildren(item?: Item): Promise<Item[]> {
    try {
      if (item === undefined) return await this.#toggleItems();
      if (!(item instanceof ToggleItem)) return [];
      const found = await Promise.all(item.files.map((file) => environmentsOf(this.context, file)));
      // If a toggle has only one file, the toggle's own row has the colors of that file.
      if (found.length > 1) for (const each of found.flat()) if ('file' in each) each.resourceUri = each.file;
      return found.flat();
    } catch (error) {
      logged(this.context.log)(error);
      return [new NoteItem(t('The comparison failed; see the log.'), 'toggleTargeting.showLog')];
    }
  }

  async #toggleItems(): Promise<Item[]> {
    const found = await this.#find();
    const learning = this.#learnToggles().catch(logged(this.context.log));
    // Without the server's response, each file would have its own row.
    if (this.#known === undefined) await learning;
    const toggles = togglesOf(new Map(found.files.map((uri) => [uri.toString(), uri])), this.#known ?? []);
    const areOpen = toggles.length <= few;
    const rows = toggles.map((toggle) => {
      const keys = toggle.files.map(String);
      const [first = ''] = keys;
      const isShown = this.#standings.passes(keys, this.#filter, () => toggle.files.some(hasProblems));
      const isNew = isShown && !this.#drawn.has(first);
      if (isShown) this.#drawn.add(first);
      if (isNew && areOpen && toggle.only === undefined) for (const key of keys) this.#expanded.add(key);
      const standing = this.#expanded.has(first) ? '' : this.#standings.comparisonSummary(keys);
      const [kind, standings] = [this.#standings.worst(keys), this.#standings.lines(keys)];
      return { ...toggle, isShown, paths: toggle.files.map(shownName), standing, kind, standings };
    });
    const shown = rows.filter(({ isShown }) => isShown).length;
    this.#view.message = this.#message(found, shown, rows.length);
    const waiting = this.#standings.waiting();
    return [
      ...waiting.map((one) => new WaitingItem(one, waiting.length === 1)),
      // Labels depend on all toggles, so that a filter does not remove the text that distinguishes equal names.
      ...toggleNodes(rows)
        .filter(({ row }) => row.isShown)
        .map(({ row, said }) => new ToggleItem(row, said, areOpen)),
    ];
  }

  /** Asks the server for the toggles, and redraws the view if they changed. */
  async #learnToggles(): Promise<void> {
    if (!this.context.server.isRunning()) return;
    const before = this.#known;
    const found = await this.context.server.ask(toggleFilesRequest, {});
    const spelled = (file: ToggleFiles['files'][number]) => ({ ...file, uri: vscode.Uri.parse(file.uri).toString() });
    this.#known = found.map((toggle) => ({ ...toggle, files: toggle.files.map(spelled) }));
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(this.#known)) this.#redraw();
  }

  async #find(): Promise<Found> {
    const found = await this.#files.find();
    this.#standings.forgetOthers(found.files.map(String));
    return found;
  }

  #message({ files, mayMissFiles }: Found, shown: number, all: number): string {
    const filter = filterNames()[this.#filter];
    const sentences = [
      ...(this.#filter === 'all' ? [] : [t('{0} of {1} shown: {2}.', shown, all, filter)]),
      ...(this.#progress === undefined || this.#standings.isNothingCompared()
        ? []
        : [t('{0} of {1} files are compared.', this.#progress.done, this.#progress.all)]),
      ...(mayMissFiles ? [t('Only {0} files are shown: there may be more.', files.length)] : []),
    ];
    return plain(sentencesOf(sentences));
  }

  #expand(files: readonly vscode.Uri[]): void {
    const opened = files.filter((file) => !this.#expanded.has(file.toString()));
    if (opened.length === 0) return;
    for (const file of opened) this.#expanded.add(file.toString());
    this.#redraw();
    for (const file of this.#view.visible ? opened : [])
      this.context.background.look(file).catch(logged(this.context.log));
  }

  #lookAround(): void {
    this.#walk.abort();
    this.#walk = new AbortController();
    this.#progress = undefined;
    if (this.#view.visible) this.#compare(this.#walk.signal).catch(logged(this.context.log));
  }

  async #compare(signal: AbortSignal): Promise<void> {
    const { background } = this.context;
    const { files } = await this.#find();
    const isWhole = files.length <= several || performance.now() - this.#allCompared > REST_MS;
    const isWanted = (key: string) => isWhole || this.#expanded.has(key) || !this.#compared.has(key);
    const wanted = files.filter((file) => isWanted(file.toString()));
    let done = 0;
    await mapConcurrently(atOnce, wanted, async (file) => {
      // A newer comparison has started, or the view was hidden.
      if (signal.aborted || !this.#view.visible) return;
      await background.look(file);
      await environmentsOf(this.context, file);
      this.#compared.add(file.toString());
      done += 1;
      if (this.#walk.signal !== signal) return;
      const isLong = wanted.length > several && done < wanted.length;
      this.#progress = isLong ? { done, all: wanted.length } : undefined;
      this.#redraw();
    });
    if (isWhole && !signal.aborted && this.#view.visible) this.#allCompared = performance.now();
  }

  #redraw(): void {
    this.#redrawing ??= setTimeout(() => {
      this.#redrawing = undefined;
      this.#changed.fire();
    }, soon);
  }
}

function filterNames(): Readonly<Record<Filter, string>> {
  return {
    all: t('All'),
    differs: t('Toggles that differ somewhere'),
    moved: t('Changed by others'),
    problems: t('Toggles with problems'),
  };
}

function hasProblems(file: vscode.Uri): boolean {
  const { Error, Warning } = vscode.DiagnosticSeverity;
  return vscode.languages.getDiagnostics(file).some(({ severity }) => severity === Error || severity === Warning);
}

/** The largest number of toggles that are all expanded initially. */
const few = 5;
/** The largest number of files that are all compared whenever the view becomes active. */
const several = 20;
/** The minimum time between two comparisons of all files if there are more than `several`, to spare the service. */
const REST_MS = 300_000;
/** The number of files compared at once; `Background` limits the requests to a service. */
const atOnce = 4;
const soon = 150;
