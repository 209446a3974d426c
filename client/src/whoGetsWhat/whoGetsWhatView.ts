/**
 * The view *Who Gets What*: the users of targeting.users.json by result, now and in the last commit. It asks the
 * language server only while it is visible, one request at a time.
 */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { AskedUser, ReasonStep, UserGets, WhoGetsWhat } from '../../../server/src/core/protocol.js';
import { reasonRequest, whoGetsWhatRequest } from '../../../server/src/core/protocol.js';
import { usersFileName } from '../../../server/src/core/targeting/fileNames.js';
import { logged } from '../fence.js';
import type { LanguageServer } from '../server/languageClient.js';
import { Owner } from '../owner.js';
import { reachMilestone } from '../milestones.js';
import { isOurs, isTargetingFile } from '../files/ours.js';
import type { Committed } from '../sinceCommit/committed.js';
import { ResultItem, SaidItem, StepItem, UserItem } from './userItems.js';
import { shownName } from '../files/shownName.js';

type Item = ResultItem | UserItem | StepItem | SaidItem;

export class WhoGetsWhatView extends Owner implements vscode.TreeDataProvider<Item> {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<Item>;
  /** The users that were entered in *Evaluate for…*, by name. */
  readonly #asked = new Map<string, AskedUser>();
  /** The targeting file that was focused last. */
  #last: vscode.Uri | undefined;
  #isDrawing = false;
  #isOutdated = false;

  constructor(
    private readonly context: {
      readonly server: LanguageServer;
      readonly committed: Committed;
      readonly log: vscode.LogOutputChannel;
    },
  ) {
    super();
    const { window, workspace } = vscode;
    this.#view = window.createTreeView('toggleTargeting.whoGetsWhat', { treeDataProvider: this });
    this.owns(
      this.#changed,
      this.#view,
      window.onDidChangeActiveTextEditor(() => this.refresh()),
      window.tabGroups.onDidChangeTabs(({ closed }) => closed.length > 0 && this.refresh()),
      workspace.onDidChangeTextDocument(({ document }) => isOurs(document) && this.refresh()),
      workspace.onDidSaveTextDocument((document) => isOurs(document) && this.refresh()),
      context.committed.onDidChange(() => this.refresh()),
      this.#view.onDidChangeVisibility(() => this.refresh()),
    );
  }

  /** Redraws the view. If a request is running, the view is redrawn after the request. */
  refresh(): void {
    if (!this.#view.visible) return;
    if (this.#isDrawing) this.#isOutdated = true;
    else this.#changed.fire();
  }

  /** The targeting file that was focused last, if it still has a tab. */
  get file(): vscode.Uri | undefined {
    const document = vscode.window.activeTextEditor?.document;
    if (document !== undefined && isTargetingFile(document)) this.#last = document.uri;
    if (this.#last !== undefined && !isInTab(this.#last)) this.#last = undefined;
    return this.#last;
  }

  ask(user: AskedUser): void {
    this.#asked.set(user.name, user);
    this.refresh();
  }

  remove(item: UserItem): void {
    this.#asked.delete(item.user);
    this.refresh();
  }

  /** @returns the user as entered in *Evaluate for…*; undefined if the user was not entered there */
  asked(item: UserItem): AskedUser | undefined {
    return item.contextValue === 'asked' ? this.#asked.get(item.user) : undefined;
  }

  getTreeItem(item: Item): Item {
    return item;
  }

  async getChildren(item?: Item): Promise<Item[]> {
    try {
      if (item === undefined) return await this.#users();
      if (item instanceof ResultItem) return [...item.users];
      if (item instanceof UserItem) return await this.#reasonOf(item);
      return item instanceof StepItem ? stepsOf(item.file, item.id ?? '', item.steps) : [];
    } catch (error) {
      logged(this.context.log)(error);
      return [];
    }
  }

  async #users(): Promise<Item[]> {
    const { file } = this;
    this.#view.description = file === undefined ? '' : shownName(file);
    if (file === undefined) return [];
    this.#isDrawing = true;
    try {
      const answer = await this.#answer(file);
      if (answer === null) return [];
      if (answer.users.length > 0) reachMilestone('hasEvaluated');
      return itemsOf(file, answer);
    } finally {
      this.#isDrawing = false;
      if (this.#isOutdated) {
        this.#isOutdated = false;
        this.#changed.fire();
      }
    }
  }

  async #answer(file: vscode.Uri): Promise<WhoGetsWhat | null> {
    return this.context.server.ask(whoGetsWhatRequest, this.paramsOf(file));
  }

  async #reasonOf(item: UserItem): Promise<Item[]> {
    const { file } = item;
    const steps = await this.context.server.ask(reasonRequest, { ...this.paramsOf(file), user: item.user });
    return stepsOf(file, item.id ?? '', steps ?? []);
  }

  paramsOf(file: vscode.Uri) {
    const uri = file.toString();
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
    const earlier = document && this.context.committed.textOf(document);
    return { uri, asked: [...this.#asked.values()], ...(earlier !== undefined && { earlier }) };
  }
}

function itemsOf(file: vscode.Uri, { notice, users, usersUri, areAll, omitted }: WhoGetsWhat): Item[] {
  const some = t('{0} is not valid JSON yet, so users may be missing here.', usersFileName);
  const more = t('{0} more users are not evaluated: with so many rules it would take too long.', omitted);
  return [
    ...(notice === undefined ? [] : [new SaidItem(file, notice.words, notice.range)]),
    ...(areAll || usersUri === undefined ? [] : [new SaidItem(vscode.Uri.parse(usersUri), some, start)]),
    ...resultsOf(file, users),
    ...(omitted === 0 ? [] : [new SaidItem(file, more, undefined)]),
  ];
}

/** Groups the users by result. The variations come first, in their order, and the other results follow. */
function resultsOf(file: vscode.Uri, users: readonly UserGets[]): Item[] {
  const byResult = new Map<string, UserItem[]>();
  for (const user of users) {
    const items = byResult.get(user.gets) ?? [];
    byResult.set(user.gets, items);
    items.push(new UserItem(file, user));
  }
  return [...byResult]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([gets, all]) => new ResultItem(file, gets, all));
}

const start = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function stepsOf(file: vscode.Uri, parent: string, steps: readonly ReasonStep[]): Item[] {
  return steps.map((step, index) => new StepItem(file, parent, index, step));
}

function isInTab(file: vscode.Uri): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ input }) => {
    if (input instanceof vscode.TabInputText) return input.uri.toString() === file.toString();
    return input instanceof vscode.TabInputTextDiff && input.modified.toString() === file.toString();
  });
}
