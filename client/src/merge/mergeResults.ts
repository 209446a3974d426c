/**
 * Merges in the merge editor, which shows their texts as virtual files. The texts are in the extension's storage,
 * so that they survive a reload of the window. A result reaches the targeting file only when its merge is completed.
 */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { Conflict } from '../../../server/src/service/push/push.js';
import { namesOf } from '../../../server/src/service/http/target.js';
import { liveSide } from '../drift/comparisons.js';
import { Owner } from '../owner.js';
import { tabName } from '../say.js';

/** Stored as JSON. */
export interface Merge {
  /** The URI of the targeting file. */
  readonly file: string;
  readonly conflict: Conflict;
  /** The file's text before both changes, with the changes by others, and at the beginning of the merge. */
  readonly texts: Readonly<Record<'base' | 'theirs' | 'yours', string>>;
}

export interface MergeEnds {
  readonly complete: (merge: Merge, text: string) => Promise<void>;
  /** Called if the merge editor is closed without completing the merge. */
  readonly abandoned: (merge: Merge, text: string) => Promise<void>;
  /** Called if the targeting file has changed since the merge began. */
  readonly cutOff: (merge: Merge) => Promise<void>;
}

const { fs } = vscode.workspace;
const unchanging = () => new vscode.Disposable(() => undefined);
const refuse = (uri: vscode.Uri): never => {
  throw vscode.FileSystemError.NoPermissions(uri);
};

export class MergeResults extends Owner {
  static readonly scheme = 'toggle-targeting-merge';
  /** URIs of files whose last merge was undone, so that the next push asks before it merges. */
  readonly undone = new Set<string>();
  /** The open merges, by the URI of their result. */
  readonly #merges = new Map<string, Merge>();

  /** @param failed called with each unexpected error */
  constructor(
    private readonly folder: vscode.Uri,
    private readonly ends: () => MergeEnds,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
    const stored = ({ query }: vscode.Uri) => this.#stored(query);
    const files: vscode.FileSystemProvider = {
      // Watches nothing, because these files change only through the editor.
      ...{ onDidChangeFile: unchanging, watch: unchanging },
      stat: (uri) => fs.stat(stored(uri)),
      readFile: (uri) => fs.readFile(stored(uri)),
      writeFile: (uri, content) => fs.writeFile(stored(uri), content),
      ...{ readDirectory: refuse, createDirectory: refuse, delete: refuse, rename: refuse },
    };
    this.owns(
      vscode.workspace.registerFileSystemProvider(MergeResults.scheme, files, { isCaseSensitive: true }),
      vscode.workspace.onDidCloseTextDocument((document) => this.#closed(document)),
    );
  }

  async open(merge: Merge, text: string): Promise<void> {
    const id = randomUUID();
    const { base, theirs, yours } = merge.texts;
    const output = resultOf(id, merge);
    this.#merges.set(output.toString(), merge);
    const write = async (name: string, of: string) => {
      await fs.writeFile(this.#stored(`${id}/${name}`), encoded(of));
      return output.with({ path: `/${name}.json`, query: `${id}/${name}` });
    };
    await write('result', text);
    const inputs = {
      base: await write('base', base),
      input1: {
        uri: await write('theirs', theirs),
        title: liveSide(merge.conflict.target, merge.conflict.theirs).name,
      },
      input2: { uri: await write('yours', yours), title: t('Your file') },
    };
    await fs.writeFile(this.#stored(`${id}/merge`), new TextEncoder().encode(JSON.stringify(merge)));
    await vscode.commands.executeCommand('_open.mergeEditor', { ...inputs, output });
  }

  /** Continues the merges that were open before the window was reloaded. */
  async restore(): Promise<void> {
    for (const [id] of await fs.readDirectory(this.folder).then(undefined, () => []))
      await this.#restore(id).catch(this.failed);
  }

  async #restore(id: string): Promise<void> {
    const merge = JSON.parse(new TextDecoder().decode(await fs.readFile(this.#stored(`${id}/merge`)))) as Merge;
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const result = resultOf(id, merge);
    this.#merges.set(result.toString(), merge);
    const outdated = await isOutdated(merge);
    if (outdated) void this.ends().cutOff(merge).catch(this.failed);
    // A merge without a tab counts as closed, because nobody can see the merge.
    if (tabs.some(({ label }) => label.endsWith(fileOf(merge)))) return;
    if (outdated) await this.#forget(result);
    else this.#closed(await vscode.workspace.openTextDocument(result));
  }

  /** @param resource the URI of the result to complete; undefined for the result in the active merge editor */
  async complete(resource: vscode.Uri | undefined): Promise<void> {
    const label = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
    const inFront = () => [...this.#merges].findLast(([, merge]) => label.endsWith(fileOf(merge)))?.[0];
    const uri = resource?.toString() ?? inFront() ?? '';
    const merge = this.#merges.get(uri);
    if (merge === undefined) return;
    if (await isOutdated(merge)) return this.ends().cutOff(merge);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    // Accepting the merge closes the document, which must not count as abandoning the merge.
    this.#merges.delete(uri);
    const answer = await vscode.commands.executeCommand<{ readonly successful: boolean }>('mergeEditor.acceptMerge');
    if (!answer.successful) this.#merges.set(uri, merge);
    else
      await this.ends()
        .complete(merge, document.getText())
        .finally(() => this.#forget(document.uri));
  }

  #closed(document: vscode.TextDocument): void {
    const merge = this.#merges.get(document.uri.toString());
    if (merge === undefined) return;
    this.#forget(document.uri).catch(this.failed);
    this.ends().abandoned(merge, document.getText()).catch(this.failed);
  }

  async #forget(result: vscode.Uri): Promise<void> {
    this.#merges.delete(result.toString());
    await fs.delete(this.#stored(`${result.query}/..`), { recursive: true });
  }

  /** @param path the merge's ID and the name of one of its files, such as `ID/result` */
  #stored(path: string): vscode.Uri {
    return vscode.Uri.joinPath(this.folder, path);
  }
}

function resultOf(id: string, merge: Merge): vscode.Uri {
  return vscode.Uri.from({ scheme: MergeResults.scheme, path: `/${fileOf(merge)}`, query: `${id}/result` });
}

/** The file name of the result, shown at the end of the tab's name. */
function fileOf({ conflict }: Merge): string {
  return `${tabName(nameOfResult(conflict)).replaceAll('/', '∕')}.json`;
}

export function nameOfResult({ target }: Conflict): string {
  const { toggle, environment } = namesOf(target);
  return t('{0} merged with {1}', toggle, environment);
}

export async function isOutdated({ file, texts }: Merge): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(file)).then(undefined, () => undefined);
  return document?.getText() !== texts.yours;
}

/** Adds a UTF-8 BOM if the editor is set to another encoding. */
function encoded(text: string): Uint8Array {
  const usual = vscode.workspace.getConfiguration('files').get<string>('encoding', 'utf8') === 'utf8';
  return new TextEncoder().encode(usual ? text : `\uFEFF${text}`);
}
