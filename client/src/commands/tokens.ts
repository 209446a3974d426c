/** The commands that set, replace, remove and list access tokens. They show origins, never a token. */
import * as vscode from 'vscode';
import { targetsRequest } from '../../../server/src/protocol.js';
import type { Credentials } from '../credentials.js';
import type { LanguageServer } from '../languageClient.js';
import { isTargetingFile } from '../languageClient.js';
import { originOf } from '../push/service/target.js';
import { notify, pick, typeIn } from '../say.js';

type Handlers = Readonly<
  Record<'setToken' | 'replaceToken' | 'removeToken' | 'listTokens', (argument?: unknown) => Promise<void>>
>;

export function tokenCommands(credentials: Credentials, server: LanguageServer): Handlers {
  return {
    // The drift lens gives the origin that it could not read.
    setToken: async (given) => {
      const origin =
        originIn(given) ??
        (await chooseOrigin(await originsOfActiveFile(server), vscode.l10n.t('Set an access token for')));
      if (origin !== undefined && (await credentials.ask(origin)) !== undefined)
        say(vscode.l10n.t('The access token for {0} is stored.', origin));
    },
    replaceToken: async () => {
      const origin = await chooseStored(credentials, vscode.l10n.t('Replace the access token for'));
      if (origin !== undefined && (await credentials.ask(origin)) !== undefined)
        say(vscode.l10n.t('The access token for {0} was replaced.', origin));
    },
    removeToken: async () => {
      const origin = await chooseStored(credentials, vscode.l10n.t('Remove the access token for'));
      if (origin === undefined) return;
      await credentials.remove(origin);
      say(vscode.l10n.t('The access token for {0} was removed.', origin));
    },
    listTokens: async () => {
      const origin = await chooseStored(credentials, vscode.l10n.t('Access tokens are stored for'));
      if (origin === undefined) return;
      const replace = vscode.l10n.t('Replace…');
      const remove = vscode.l10n.t('Remove');
      const answer = await pickWord([replace, remove], origin);
      if (answer === replace) await credentials.ask(origin);
      if (answer === remove) await credentials.remove(origin);
    },
  };
}

async function chooseStored(credentials: Credentials, title: string): Promise<string | undefined> {
  const origins = credentials.origins();
  if (origins.length > 0) return pickWord(origins, title);
  say(vscode.l10n.t('No access token is stored yet. The first push into a service asks for one.'));
  return undefined;
}

/** One of the origins that the active file can go to, or one that is typed. */
async function chooseOrigin(known: readonly string[], title: string): Promise<string | undefined> {
  const other = vscode.l10n.t('Another service…');
  const picked = known.length === 0 ? other : await pickWord([...known, other], title);
  if (picked !== other) return picked;
  const typed = await typeIn({
    title,
    prompt: vscode.l10n.t('Base URL of the service'),
    placeHolder: 'https://toggles.example.com',
    problem: (value) => (isWeb(value) ? undefined : vscode.l10n.t('An https URL.')),
  });
  return typed === undefined ? undefined : new URL(typed.trim()).origin;
}

async function pickWord(words: readonly string[], title: string): Promise<string | undefined> {
  const entries = words.map((label) => ({ label }));
  return (await pick(entries, { title }))?.label;
}

function originIn(given: unknown): string | undefined {
  return typeof given === 'string' && isWeb(given) ? new URL(given).origin : undefined;
}

function isWeb(url: string): boolean {
  return /^https?:$/.test(protocolOf(url));
}

function protocolOf(url: string): string {
  return URL.canParse(url.trim()) ? new URL(url.trim()).protocol : '';
}

async function originsOfActiveFile(server: LanguageServer): Promise<readonly string[]> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || !isTargetingFile(document)) return [];
  const targets = await (await server.client()).sendRequest(targetsRequest, { uri: document.uri.toString() });
  return targets.kind === 'found' ? [...new Set(targets.targets.map(originOf))] : [];
}

function say(message: string): void {
  void notify('information', message);
}
