/** The command that sets, replaces and removes access tokens. It shows the addresses of services, but no tokens. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { targetsRequest } from '../../../server/src/core/protocol.js';
import type { Credentials } from '../push/credentials.js';
import type { LanguageServer } from '../server/languageClient.js';
import { isTargetingFile } from '../files/ours.js';
import { serviceAddressOf } from '../../../server/src/core/targeting/place.js';
import { baseUrlProblem, pageAt } from '../../../server/src/service/newFiles/newConfig.js';
import { notify, pick, typeIn } from '../say.js';

/** @param given the address of the service for which the drift lens needs a token; `file` is the file with the lens */
export async function manageTokens(
  credentials: Credentials,
  server: LanguageServer,
  [given, file]: readonly unknown[],
): Promise<void> {
  const active = await activeFile(server);
  const wanted = addressIn(given);
  const address = wanted ?? (await chooseAddress(credentials, active?.addresses ?? []));
  if (address === undefined) return;
  if (wanted === undefined && (await credentials.known(address)) !== undefined) await change(credentials, address);
  else if ((await credentials.ask(address)) !== undefined) {
    if (file instanceof vscode.Uri) await credentials.agree(address, file);
    else if (active?.addresses.includes(address)) await credentials.agree(address, active.uri);
    say(t('The access token for {0} is stored.', address));
  }
}

async function change(credentials: Credentials, address: string): Promise<void> {
  const [replace, remove] = [t('Replace'), t('Remove')];
  const answer = (await pick([{ label: replace }, { label: remove }], { title: address }))?.label;
  if (answer === replace && (await credentials.ask(address)) !== undefined)
    say(t('The access token for {0} is stored.', address));
  if (answer !== remove) return;
  await credentials.remove(address);
  say(t('The access token for {0} was removed.', address));
}

async function chooseAddress(credentials: Credentials, ofFile: readonly string[]): Promise<string | undefined> {
  const title = t('Manage Access Tokens');
  // The editor's profiles share tokens, but not address lists: an address of the file may have a token, too.
  const addresses = [...new Set([...credentials.addresses(), ...ofFile])];
  const tokens = await Promise.all(addresses.map((address) => credentials.known(address)));
  const known = addresses.map((label, index) => ({
    label,
    description: tokens[index] === undefined ? t('no token') : t('token stored'),
  }));
  const other = { label: t('Another service…') };
  const picked = known.length === 0 ? other : await pick([...known, other], { title });
  if (picked !== other) return picked?.label;
  const typed = await typeIn({
    title,
    prompt: t('Base URL of the service'),
    placeHolder: 'https://toggles.example.com',
    problem: (value) => baseUrlProblem(value.trim()),
  });
  return typed === undefined ? undefined : serviceAddressOf(pageAt(typed.trim()));
}

function addressIn(given: unknown): string | undefined {
  return typeof given === 'string' && baseUrlProblem(given) === undefined
    ? serviceAddressOf({ baseUrl: given })
    : undefined;
}

async function activeFile(
  server: LanguageServer,
): Promise<{ readonly uri: vscode.Uri; readonly addresses: readonly string[] } | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || !isTargetingFile(document)) return undefined;
  const { uri } = document;
  const targets = await server.ask(targetsRequest, { uri: uri.toString() });
  return { uri, addresses: targets.kind === 'found' ? [...new Set(targets.targets.map(serviceAddressOf))] : [] };
}

function say(message: string): void {
  void notify('information', message);
}
