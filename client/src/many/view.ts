/** The view of a push of many files. It is there as long as there is a table to show. */
import * as vscode from 'vscode';
import type { Node } from '../../../server/src/service/many/nodes.js';
import { nodesOf, titleOf } from '../../../server/src/service/many/nodes.js';
import type { Table } from '../../../server/src/service/many/table.js';
import { plain } from '../../../server/src/service/words/harmless.js';
import { PlacedItem, show } from '../toggles/items.js';

class ManyItem extends PlacedItem {
  readonly file: vscode.Uri;

  constructor(
    readonly node: Node,
    readonly environment: string,
  ) {
    const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    const { id, kind, said, isOpen, children, isTicked, can } = node;
    super(said.label, children.length === 0 ? None : isOpen ? Expanded : Collapsed);
    show(this, said);
    this.id = id;
    this.file = vscode.Uri.parse(id);
    if (can !== undefined) this.contextValue = can;
    if (kind === 'next') this.command = { command: 'toggleTargeting.pushTicked', title: said.label };
    if (kind === 'file') {
      const command = isTicked === undefined ? 'vscode.open' : 'toggleTargeting.showDiff';
      this.command = {
        command,
        title: said.label,
        arguments: isTicked === undefined ? [this.file] : [this.file, environment],
      };
    }
    if (isTicked === undefined) return;
    const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
    const accessibilityInformation = { label: said.label };
    this.checkboxState = { state: isTicked ? Checked : Unchecked, accessibilityInformation };
  }
}

export class ManyView implements vscode.TreeDataProvider<ManyItem> {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<ManyItem>;
  readonly #parts: readonly { readonly dispose: () => unknown }[];
  readonly #ticked: (uris: ReadonlySet<string>, isTicked: boolean) => void;
  #table: Table | undefined;

  constructor(ticked: (uris: ReadonlySet<string>, isTicked: boolean) => void) {
    this.#ticked = ticked;
    const options = { treeDataProvider: this, manageCheckboxStateManually: true };
    this.#view = vscode.window.createTreeView(viewId, options);
    this.#parts = [
      this.#changed,
      this.#view,
      this.#view.onDidChangeCheckboxState(({ items }) => {
        for (const [item, state] of items) this.#tick(item, state === vscode.TreeItemCheckboxState.Checked);
      }),
      vscode.commands.registerCommand(tickCommand, () => this.#tickFocused()),
    ];
  }

  show(table: Table | undefined): void {
    if (this.#table?.phase !== table?.phase) void vscode.commands.executeCommand('setContext', viewId, table?.phase);
    this.#table = table;
    if (table === undefined) return;
    const { title, description } = titleOf(table);
    Object.assign(this.#view, { title: plain(title), description: plain(description) });
    this.#changed.fire();
  }

  focus(): void {
    void vscode.commands.executeCommand(`${viewId}.focus`);
  }

  getTreeItem(item: ManyItem): ManyItem {
    return item;
  }

  getChildren(item?: ManyItem): ManyItem[] {
    const { environment = '' } = this.#table ?? {};
    const nodes = item?.node.children ?? (this.#table === undefined ? [] : nodesOf(this.#table));
    return nodes.map((node) => new ManyItem(node, environment));
  }

  #tick({ node }: ManyItem, isTicked: boolean): void {
    this.#ticked(new Set(node.kind === 'group' ? node.children.map(({ id }) => id) : [node.id]), isTicked);
  }

  /** VS Code has no key for a checkbox, and tells which row is selected but not which has the focus. */
  async #tickFocused(): Promise<void> {
    const before = this.#view.selection;
    await vscode.commands.executeCommand('list.toggleSelection');
    const after = this.#view.selection;
    await vscode.commands.executeCommand('list.toggleSelection');
    const focused = [...before, ...after].find((item) => before.includes(item) !== after.includes(item));
    if (focused?.node.isTicked !== undefined) this.#tick(focused, !focused.node.isTicked);
  }

  dispose(): void {
    this.#parts.forEach((part) => void part.dispose());
  }
}

/** Also the context key with the phase of the push. */
const viewId = 'toggleTargeting.manyPush';
/** Not in the palette: the space bar runs it. */
const tickCommand = 'toggleTargeting.tickPushedFile';
