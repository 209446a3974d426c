/** Lists the versions of a toggle to compare with or roll back to; loads older versions on request. */
import * as vscode from 'vscode';
import { t } from '../../../../server/src/core/t.js';
import type { Version } from '../../../../server/src/service/http/answers/answers.js';
import type { Versions } from '../../../../server/src/service/versions.js';
import { entryOf } from '../../../../server/src/service/versions.js';
import { createPick, itemOf } from '../../say.js';

export interface Choice {
  readonly action: 'compare' | 'roll-back';
  readonly version: Version;
}

export interface VersionList {
  readonly title: string;
  readonly known: Versions;
  /** The version on which the file is based. */
  readonly base: number | undefined;
  /** Reads older versions. If the read fails, shows a message and returns undefined. */
  readonly readOn: (known: Versions) => Promise<Versions | undefined>;
}

/** An entry of the list. An entry without a version loads older versions. */
interface Item extends vscode.QuickPickItem {
  readonly version?: Version;
}

export function pickVersion({ title, known, base, readOn }: VersionList): Promise<Choice | undefined> {
  const pick = createPick<Item>(title, t('A version to compare with your file'));
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  let shown = known;
  pick.items = itemsOf(shown, base);

  const more = async () => {
    if (pick.busy) return;
    pick.busy = true;
    const added = await readOn(shown);
    pick.busy = false;
    if (added === undefined) return;
    const next = shown.list.length;
    shown = added;
    pick.items = itemsOf(shown, base);
    pick.activeItems = pick.items.slice(next, next + 1);
  };
  return new Promise((resolve, reject) => {
    const choose = (action: Choice['action'], { version }: Item) => {
      if (version === undefined) {
        more().catch(reject);
        return;
      }
      resolve({ action, version });
      pick.hide();
    };
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item !== undefined) choose('compare', item);
    });
    pick.onDidTriggerItemButton(({ item, button }) => {
      choose(button === item.buttons?.[0] ? 'compare' : 'roll-back', item);
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function itemsOf({ list, hasMore }: Versions, base: number | undefined): readonly Item[] {
  const live = list[0]?.version;
  const items = list.map((version): Item => ({
    ...itemOf(entryOf(version, { live, base })),
    buttons: [compare(), ...(version.version === live ? [] : [rollBack(version)])],
    version,
  }));
  return hasMore ? [...items, { label: t('Load More…'), alwaysShow: true }] : items;
}

function compare(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('diff'), tooltip: t('Compare with Your File') };
}

function rollBack({ version }: Version): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('discard'), tooltip: t('Roll Back to Version {0}…', version) };
}
