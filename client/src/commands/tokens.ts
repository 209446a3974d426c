/** The commands that set, replace, remove and list access tokens. They show service addresses, never a token. */
import * as vscode from 'vscode';
import { targetsRequest } from '../../../server/src/core/protocol.js';
import type { Credentials } from '../credentials.js';
import type { LanguageServer } from '../languageClient.js';
import { isTargetingFile } from '../ours.js';
import { serviceAddressOf } from '../../../server/src/service/http/target.js';
import { notify, pick, typeIn } from '../say.js';

type Handlers = Readonly<
  Record<
    'setToken' | 'replaceToken' | 'removeToken' | 'listTokens',
    (argument?: unknown, file?: unknown) => Promise<void>
  >
>;

export function tokenCommands(credentials: Credentials, server: LanguageServer): Handlers {
  return {
    // The drift lens gives the address that it could not read, and its file.
    setToken: async (given, file) => {
      const active = await activeFile(server);
      const address =
        addressIn(given) ?? (await chooseAddress(active?.addresses ?? [], vscode.l10n.t('Set an access token for')));
      if (address === undefined || (await credentials.ask(address)) === undefined) return;
      if (file instanceof vscode.Uri) await credentials.agree(address, file);
      else if (active?.addresses.includes(address)) await credentials.agree(address, active.uri);
      say(vscode.l10n.t('The access token for {0} is stored.', address));
    },
    replaceToken: async () => {
      const address = await chooseStored(credentials, vscode.l10n.t('Replace the access token for'));
      if (address !== undefined && (await credentials.ask(address)) !== undefined)
        say(vscode.l10n.t('The access token for {0} was replaced.', address));
    },
    removeToken: async () => {
      const address = await chooseStored(credentials, vscode.l10n.t('Remove the access token for'));
      if (address === undefined) return;
      await credentials.remove(address);
      say(vscode.l10n.t('The access token for {0} was removed.', address));
    },
    listTokens: async () => {
      const address = await chooseStored(credentials, vscode.l10n.t('Access tokens are stored for'));
      if (address === undefined) return;
      const replace = vscode.l10n.t('Replace…');
      const remove = vscode.l10n.t('Remove');
      const answer = await pickWord([replace, remove], address);
      if (answer === replace) await credentials.ask(address);
      if (answer === remove) await credentials.remove(address);
    },
  };
}

async function chooseStored(credentials: Credentials, title: string): Promise<string | undefined> {
  const addresses = credentials.addresses();
  if (addresses.length > 0) return pickWord(addresses, title);
  say(vscode.l10n.t('No access token is stored yet. The first push into a service asks for one.'));
  return undefined;
}

/** One of the addresses that the active file can go to, or one that is typed. */
async function chooseAddress(known: readonly string[], title: string): Promise<string | undefined> {
  const other = vscode.l10n.t('Another service…');
  const picked = known.length === 0 ? other : await pickWord([...known, other], title);
  if (picked !== other) return picked;
  const typed = await typeIn({
    title,
    prompt: vscode.l10n.t('Base URL of the service'),
    placeHolder: 'https://toggles.example.com',
    problem: (value) => (isWeb(value) ? undefined : vscode.l10n.t('An https URL.')),
  });
  return typed === undefined ? undefined : serviceAddressOf({ baseUrl: typed.trim() });
}

async function pickWord(words: readonly string[], title: string): Promise<string | undefined> {
  const entries = words.map((label) => ({ label }));
  return (await pick(entries, { title }))?.label;
}

function addressIn(given: unknown): string | undefined {
  return typeof given === 'string' && isWeb(given) ? serviceAddressOf({ baseUrl: given.trim() }) : undefined;
}

function isWeb(url: string): boolean {
  return /^https?:$/.test(protocolOf(url));
}

function protocolOf(url: string): string {
  return URL.canParse(url.trim()) ? new URL(url.trim()).protocol : '';
}

/** The targeting file in the active editor, and the service addresses that it can go to. */
async function activeFile(
  server: LanguageServer,
): Promise<{ readonly uri: vscode.Uri; readonly addresses: readonly string[] } | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || !isTargetingFile(document)) return undefined;
  const { uri } = document;
  const targets = await (await server.client()).sendRequest(targetsRequest, { uri: uri.toString() });
  return { uri, addresses: targets.kind === 'found' ? [...new Set(targets.targets.map(serviceAddressOf))] : [] };
}

function say(message: string): void {
  void notify('information', message);
}
