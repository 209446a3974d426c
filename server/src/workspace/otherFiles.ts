/**
 * What rules may know of the files beside a file: nothing before all files of the workspace are known, so that nobody is
 * told of a missing toggle whose file has not been read yet.
 */
import type { OtherToggles } from '../core/targeting/otherToggles.js';
import { otherToggles } from '../core/targeting/otherToggles.js';
import type { Toggles } from '../core/targeting/toggles.js';
import type { WorkspaceFiles } from './workspaceFiles.js';

export class OtherFiles {
  readonly #known = new Map<string, OtherToggles | undefined>();
  #areKnown = false;

  /** @param onChanged is told which files say something else now; undefined when it may be all of them */
  constructor(
    private readonly workspace: WorkspaceFiles,
    private readonly onChanged: (uris: readonly string[] | undefined) => void,
  ) {}

  get areKnown(): boolean {
    return this.#areKnown;
  }

  /** Settles when all files are known. */
  async ready(): Promise<Toggles> {
    const toggles = await this.workspace.ready();
    if (!this.#areKnown) {
      this.#areKnown = true;
      this.changed(undefined);
    }
    return toggles;
  }

  /** The same object until something of it changes. */
  of(uri: string): OtherToggles | undefined {
    // Of a file outside of the workspace, those beside it are not known.
    if (!this.#areKnown || !this.workspace.isInside(uri)) return undefined;
    if (!this.#known.has(uri)) this.#known.set(uri, otherToggles(this.workspace.toggles, uri));
    return this.#known.get(uri);
  }

  changed(uris: readonly string[] | undefined): void {
    if (!this.#areKnown) return;
    for (const uri of [...this.#known.keys()]) if (isOneOfOthers(uri, uris)) this.#known.delete(uri);
    this.onChanged(uris);
  }

  closed(uri: string): void {
    this.#known.delete(uri);
  }
}

/** Whether a file other than that one is among those that changed. */
export function isOneOfOthers(uri: string, changed: readonly string[] | undefined): boolean {
  return changed === undefined || changed.some((each) => each !== uri);
}
