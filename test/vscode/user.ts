/** A person at the workbench of any VS Code, by Playwright. Waits for what is visible, never for time. */
import type { Locator, Page } from 'playwright-core';

export class User {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  squiggles(severity: 'error' | 'warning' | 'info'): Locator {
    return this.page.locator(`.monaco-editor .squiggly-${severity}`);
  }

  /** @param title in the palette, or its beginning */
  async command(title: string): Promise<void> {
    await this.#ask('F1', `>${title}`);
    // Enter would take the first entry of a list that is not there, not filtered or not sorted yet.
    await this.page.locator(`.quick-input-widget .monaco-list-row[aria-label^="${title}"]`).first().click();
  }

  /** @param label an entry of *Troubleshoot…* */
  async troubleshoot(label: string): Promise<void> {
    await this.command('Targeting: Troubleshoot…');
    await this.choose(label);
  }

  /** Opens a file by its path in the workspace, folder included. */
  async open(path: string): Promise<void> {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const label = `${name} ${folder}`.trimEnd();
    const all = `.quick-input-widget .monaco-list-row`;
    const row = this.page.locator(`${all}[aria-label="${label}"], ${all}[aria-label^="${label},"]`).first();
    await this.#ask('Control+p', path);
    // A file that was just written may not be found yet, and the list does not look again.
    const isListed = () =>
      row.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    for (let tries = 0; tries < 3 && !(await isListed()); tries += 1) {
      await this.page.keyboard.press('Escape');
      await this.#ask('Control+p', path);
    }
    await row.click();
    // A list that is redrawn at this moment loses the click, but the row stays chosen.
    await this.quickInput()
      .waitFor({ state: 'hidden', timeout: 5_000 })
      .catch(() => this.page.keyboard.press('Enter'));
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    await this.page.locator('.editor-instance .monaco-editor.focused').waitFor();
  }

  async #ask(key: string, text: string): Promise<void> {
    const typed = async () => {
      await this.page.keyboard.press(key);
      return this.quickInput()
        .fill(text, { timeout: 5_000 })
        .then(
          () => true,
          () => false,
        );
    };
    // A late focus, as of a list that has just been opened, closes the box.
    for (let tries = 0; tries < 3 && !(await typed()); tries += 1) await this.page.keyboard.press('Escape');
  }

  /** Shows an open file by its tab, and waits for its focus, which would close a box. */
  async showTab(name: string): Promise<void> {
    await this.page.locator('.tab', { hasText: name }).click();
    await this.page.locator(`.editor-instance .monaco-editor.focused[data-uri$="${name}"]`).waitFor();
  }

  /** Puts the cursor before a character; line and column count from one. */
  async goTo(line: number, column: number): Promise<void> {
    await this.page.keyboard.press('Control+g');
    await this.answer(`:${line}:${column}`);
    await this.page.locator('.statusbar-item', { hasText: `Ln ${line}, Col ${column}` }).waitFor();
    // The status bar shows this while the number is typed.
    await this.quickInput().waitFor({ state: 'hidden' });
    await this.page.locator('.monaco-editor.focused').first().waitFor();
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /** Chooses an entry of the light bulb's menu, which is opened again if it was opened too early. */
  async quickFix(title: string): Promise<void> {
    const entry = this.page.locator('.action-widget .monaco-list-row', { hasText: title }).first();
    const within = (seconds: number, state: 'visible' | 'hidden') =>
      entry.waitFor({ state, timeout: 1_000 * seconds }).then(
        () => true,
        () => false,
      );
    const isThere = async () => {
      await this.page.keyboard.press('Control+.');
      return within(10, 'visible');
    };
    for (let tries = 0; tries < 3 && !(await isThere()); tries += 1) await this.page.keyboard.press('Escape');
    // A click while the list is redrawn chooses nothing, and the list stays.
    for (let tries = 0; tries < 3; tries += 1) {
      await entry.click();
      if (await within(5, 'hidden')) return;
    }
  }

  async pressPush(): Promise<void> {
    await this.page.locator('.editor-actions .action-label[aria-label^="Push…"]').first().click();
  }

  /** Folders have our entries once the extension has found targeting files. */
  async chooseOfFolder(folder: string, entry: string): Promise<void> {
    await this.page.locator('.activitybar .action-item:has([aria-label^="Toggles"])').waitFor();
    // A push of files shows its own view.
    await this.page.keyboard.press('Control+Shift+E');
    await this.page
      .locator(`.explorer-folders-view .monaco-list-row[aria-label^="${folder}"]`)
      .click({ button: 'right' });
    await this.page.locator('.context-view .action-item', { hasText: entry }).hover();
    await this.page.keyboard.press('Enter');
  }

  /** Hovers until this text is shown: a late lens moves the line, which closes the hover. */
  async hover(target: Locator, text: string): Promise<void> {
    const shown = this.page.locator('.monaco-hover:not(.hidden)', { hasText: text }).first();
    const isShown = async () => {
      await this.page.mouse.move(0, 0);
      await target.hover({ force: true });
      return shown.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    };
    for (let tries = 0; tries < 3 && !(await isShown()); tries += 1);
    await shown.waitFor();
  }

  lens(text: string | RegExp): Locator {
    return this.page.locator('.codelens-decoration a', { hasText: text }).first();
  }

  quickInput(): Locator {
    return this.page.locator('.quick-input-widget:not(.hidden) .quick-input-box input').first();
  }

  quickPick(text: string): Locator {
    return this.page.locator('.quick-input-widget .monaco-list-row', { hasText: text }).first();
  }

  quickInputTitle(text: string): Locator {
    return this.page.locator('.quick-input-titlebar', { hasText: text });
  }

  /** Types into the box at the top and presses Enter, after it has the title. */
  async answer(text: string, title?: string): Promise<void> {
    if (title !== undefined) await this.quickInputTitle(title).waitFor();
    const input = this.quickInput();
    await input.waitFor();
    await input.fill(text);
    await input.press('Enter');
  }

  async choose(text: string): Promise<void> {
    const row = this.quickPick(text);
    await row.waitFor();
    await row.click();
  }

  /** Accepts the ticked entries of a list. */
  async acceptPick(title: string): Promise<void> {
    await this.quickInputTitle(title).waitFor();
    // The box before it may have the same title, but has no rows.
    await this.quickPick('').waitFor();
    await this.quickInput().press('Enter');
  }

  toast(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text }).first();
  }

  async pressInToast(text: string | RegExp, button: string): Promise<void> {
    const toast = this.toast(text);
    await toast.waitFor();
    await toast.hover();
    await toast.locator('.monaco-button, .monaco-text-button', { hasText: button }).first().click();
  }

  dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  async pressInDialog(button: string): Promise<void> {
    await this.dialog().locator('.monaco-button', { hasText: button }).first().click();
  }

  statusBar(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item[id*="toggleTargeting"], .statusbar-item', { hasText: text }).first();
  }

  /** Opens the Problems panel, and returns the texts of its rows. */
  async problems(): Promise<readonly string[]> {
    await this.page.keyboard.press('Control+Shift+M');
    const rows = this.page.locator('.markers-panel .monaco-list-row');
    await rows.first().waitFor();
    return rows.allInnerTexts();
  }

  async dismissToasts(): Promise<void> {
    const toasts = this.page.locator('.notifications-toasts .notification-list-item');
    if ((await toasts.count()) === 0) return;
    await this.command('Notifications: Clear All Notifications');
    await toasts.first().waitFor({ state: 'detached' });
  }
}
