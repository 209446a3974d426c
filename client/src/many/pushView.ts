/** The tree view of a folder push, visible while there is a push to show. */
import * as vscode from 'vscode';
import type { Node } from '../../../server/src/service/many/pushNodes.js';
import { nodesOf, titleOf } from '../../../server/src/service/many/pushNodes.js';
import type { Table } from '../../../server/src/service/many/table.js';
import { stageOf } from '../../../server/src/service/many/table.js';
import { plain } from '../../../server/src/service/words/harmless.js';
import { Owner } from '../owner.js';
import { PlacedItem, show } from '../toggles/toggleItems.js';

class ManyItem extends PlacedItem {
  readonly file: vscode.Uri;
  override readonly id: string;

  constructor(
    node: Node,
    readonly environment: string,
  ) {
    const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    const { id, kind, said, isOpen, children, isTicked, can, act, line, uri = id } = node;
    super(said.label, children.length === 0 ? None : isOpen ? Expanded : Collapsed);
    show(this, said);
    this.id = id;
    this.file = vscode.Uri.parse(uri);
    if (can !== undefined) this.contextValue = can;
    if (kind === 'next') this.command = { command: 'toggleTargeting.pushTicked', title: said.label };
    if (act !== undefined) this.command = { command: act, title: said.label, arguments: [this.file, environment] };
    const selection = line === undefined ? undefined : new vscode.Range(line, 0, line, 0);
    const shown =
      selection === undefined
        ? ['toggleTargeting.showDiff', this.file, environment]
        : ['vscode.open', this.file, { selection }];
    if (kind === 'file')
      this.command = { command: 'toggleTargeting.showPushedFile', title: said.label, arguments: shown };
    if (isTicked === undefined) return;
    const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
    this.checkboxState = { state: isTicked ? Checked : Unchecked, accessibilityInformation: { label: said.label } };
  }
}

interface Ports {
  readonly ticked: (uris: ReadonlySet<string>, isTicked: boolean) => void;
  /** Called after the person has opened the file or its diff. */
  readonly shown: (file: vscode.Uri) => void;
}

export class ManyView extends Owner implements vscode.TreeDataProvider<ManyItem> {
  readonly #changed = new vscode.EventEmitter<ManyItem[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<ManyItem>;
  #table: Table | undefined;
  #rows = '';
  #nodes: ReadonlyMap<string, Node> = new Map();
  readonly #items = new Map<string, ManyItem>();
  #selected: ReadonlySet<string> = new Set();
  #toggled = '';

  constructor(private readonly ports: Ports) {
    super();
    const options = { treeDataProvider: this, manageCheckboxStateManually: true };
    this.#view = vscode.window.createTreeView(viewId, options);
    this.owns(
      this.#changed,
      this.#view,
      this.#view.onDidChangeCheckboxState(({ items }) => {
        for (const [{ id }, state] of items) this.#tick(id, state === vscode.TreeItemCheckboxState.Checked);
      }),
      this.#view.onDidChangeSelection(({ selection }) => {
        const [before, after] = [this.#selected, new Set(selection.map(({ id }) => id))];
        this.#toggled = [...before, ...after].find((id) => before.has(id) !== after.has(id)) ?? '';
        this.#selected = after;
      }),
    );
  }

  show(table: Table | undefined): void {
    const [stage, before] = [this.#table && stageOf(this.#table), this.#nodes];
    this.#table = table;
    const now = table && stageOf(table);
    const inGroups = (table === undefined ? [] : nodesOf(table)).flatMap((node) => [node, ...node.children]);
    this.#nodes = new Map(
      [...inGroups, ...inGroups.flatMap(({ children }) => children)].map((node) => [node.id, node]),
    );
    if (table !== undefined) this.#draw(table, before);
    // This call is last, because a view requests its rows as soon as it becomes visible.
    if (stage !== now) void vscode.commands.executeCommand('setContext', viewId, now);
  }

  #draw(table: Table, before: ReadonlyMap<string, Node>): void {
    const { title, description } = titleOf(table);
    Object.assign(this.#view, { title: plain(title), description: plain(description) });
    // Redrawing the whole tree makes VS Code lose clicks and key presses on rows.
    const rows = JSON.stringify([table.environment, ...this.#nodes.keys()]);
    const isDrawn = this.#items.size > 0;
    if (rows !== this.#rows) this.#items.clear();
    this.#rows = rows;
    const own = (node?: Node) => JSON.stringify({ ...node, children: [] });
    const changed = [...this.#items.values()].filter(({ id }) => own(before.get(id)) !== own(this.#nodes.get(id)));
    // An event during the first request would make VS Code request the rows twice and leave a group empty.
    if (isDrawn) this.#changed.fire(this.#items.size === 0 ? undefined : changed);
  }

  /** @param about the arguments of the command; the first argument is the file */
  async open(command: string, about: readonly unknown[]): Promise<void> {
    await vscode.commands.executeCommand(command, ...about);
    this.ports.shown(about[0] as vscode.Uri);
    // The list gets the focus back, so that the next key press goes there.
    await this.focus();
  }

  /** Focuses the list. Await this call before opening an input box, because the box would otherwise lose the focus. */
  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${viewId}.focus`);
  }

  getTreeItem(item: ManyItem): ManyItem {
    const node = this.#nodes.get(item.id);
    return node === undefined ? item : new ManyItem(node, item.environment);
  }

  getChildren(item?: ManyItem): ManyItem[] {
    const nodes = item === undefined ? this.#table && nodesOf(this.#table) : this.#nodes.get(item.id)?.children;
    return (nodes ?? []).map((node) => {
      const child = this.#items.get(node.id) ?? new ManyItem(node, this.#table?.environment ?? '');
      this.#items.set(node.id, child);
      return child;
    });
  }

  #tick(id: string, isTicked: boolean): void {
    this.ports.ticked(new Set([id, ...(this.#nodes.get(id)?.children ?? []).map((child) => child.id)]), isTicked);
  }

  /** Ticks the focused row. VS Code does not report it, so the space key toggles its selection twice to identify it. */
  tickFocused(): void {
    const { id = '', isTicked } = this.#nodes.get(this.#toggled) ?? {};
    this.#toggled = '';
    if (isTicked !== undefined) this.#tick(id, !isTicked);
  }
}

/** The id of the view, which is also the context key for the stage of the push. */
const viewId = 'toggleTargeting.manyPush';
