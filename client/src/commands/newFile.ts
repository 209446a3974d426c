/** The command that creates a targeting file, or pulls it if the service already has the toggle. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { filesForRequest } from '../../../server/src/core/protocol.js';
import { mistakeInName, targetingEnding } from '../../../server/src/core/targeting/fileNames.js';
import type { ReturnType } from '../../../server/src/service/newFiles/newTargeting.js';
import { newTargeting, returnTypes } from '../../../server/src/service/newFiles/newTargeting.js';
import { environmentName } from '../../../server/src/service/http/target.js';
import { createFile, exists } from '../files/createFile.js';
import type { LanguageServer } from '../server/languageClient.js';
import type { PushContext } from '../push/pushPorts.js';
import { configsOfWorkspace } from '../questions/chooseConfig.js';
import { anyFolder } from '../questions/chooseFolder.js';
import type { Offer, Place } from '../questions/offerToPull.js';
import { chooseFrom, offerToPull } from '../questions/offerToPull.js';
import { notify, pick, typeIn } from '../say.js';
import { pullInto } from './pull/pullInto.js';
import { shownName } from '../files/shownName.js';
import { listOf } from '../../../server/src/core/targeting/joined.js';

/** @param resource the folder that was clicked in the explorer, or a file in that folder */
export async function newFile(context: PushContext, resource?: vscode.Uri): Promise<void> {
  const toggle = await askToggle();
  if (toggle !== '') await newFileFor(context, toggle, resource);
}

async function askToggle(): Promise<string> {
  const typed = await typeIn({
    title: titleOf(1),
    prompt: t('Toggle key, exactly as in your service. Create the toggle there before the first push.'),
    placeHolder: 'my_toggle',
    problem: (typed) => (typed.trim() === '' ? t('Type the key of the toggle.') : mistakeInName(typed.trim())),
  });
  return typed?.trim() ?? '';
}

export async function newFileFor(context: PushContext, toggle: string, resource?: vscode.Uri): Promise<void> {
  const mistake = mistakeInName(toggle);
  if (mistake !== undefined) return void notify('error', mistake);
  const configured = await configuredPlaces(context.server, toggle);
  const offer = await offerToPull(context, toggle, configured);
  const type = await askType(offer);
  if (type === undefined) return;
  if (typeof type !== 'string') {
    const from = await chooseFrom(type, titleOf(3));
    if (from !== undefined) await pullInto(context, from);
    return;
  }
  const uri = await askPlace(toggle, configured, resource);
  if (uri !== undefined) await create(uri, newTargeting(type));
}

async function askType(offer: Offer | undefined): Promise<ReturnType | Offer | undefined> {
  const words: Readonly<Record<ReturnType, readonly [label: string, detail: string]>> = {
    boolean: [t('Boolean'), t('on or off')],
    string: [t('String'), t('one of several texts')],
    number: [t('Number'), t('one of several numbers')],
    json: ['JSON', t('one of several objects, such as configurations')],
  };
  const types = returnTypes.map((type) => ({ label: words[type][0], description: words[type][1], type }));
  const others = offer === undefined ? [] : [{ ...offer.entry, type: offer }];
  const picked = await pick(offer?.isSure === true ? [...others, ...types] : [...types, ...others], {
    title: titleOf(2),
    placeHolder: t('What does the toggle serve?'),
    ignoreFocusOut: true,
  });
  return picked?.type;
}

/** Finds the new file's path: in the clicked folder, else from the configs, else in a folder the person chooses. */
async function askPlace(
  toggle: string,
  configured: readonly Place[],
  resource: vscode.Uri | undefined,
): Promise<vscode.Uri | undefined> {
  const name = `${toggle}${targetingEnding}`;
  if (resource !== undefined) return vscode.Uri.joinPath(await folderOf(resource), name);
  const folders = vscode.workspace.workspaceFolders ?? [];
  const known = filesIn(configured);
  const places = known.length > 0 ? known : folders.map(({ uri }) => ({ uri: vscode.Uri.joinPath(uri, name) }));
  const items = places.map((place) => ({ icon: 'file', label: shownName(place.uri), ...place }));
  const title = titleOf(3);
  const [only, another] = items;
  if (only !== undefined && another === undefined && !(await hasFolders(vscode.Uri.joinPath(only.uri, '..'))))
    return only.uri;
  if (items.length > 0) {
    const other = { icon: 'folder-opened', label: t('Another Folder…'), uri: undefined };
    const placeHolder = t('In which folder?');
    const picked = await pick([...items, other], { title, placeHolder, ignoreFocusOut: true });
    if (picked === undefined || picked.uri !== undefined) return picked?.uri;
  }
  const folder = await anyFolder(title);
  return folder && vscode.Uri.joinPath(folder, name);
}

async function hasFolders(folder: vscode.Uri): Promise<boolean> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  return entries.some(
    ([name, type]) => type === vscode.FileType.Directory && !name.startsWith('.') && name !== 'node_modules',
  );
}

/** Lists the environments of the workspace's configs, with the path of the toggle's file in each environment. */
async function configuredPlaces(server: LanguageServer, toggle: string): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (const config of (await configsOfWorkspace()).slice(0, MAX_CONFIGS)) {
    const params = { configUri: config.toString(), toggles: [toggle] };
    const found = await server.ask(filesForRequest, params);
    if (found.kind !== 'found') continue;
    places.push(...found.environments.map((one) => ({ ...one, configUri: found.configUri })));
  }
  return places;
}

/** With more configs, the list of files would be too long to choose from. */
const MAX_CONFIGS = 100;

/** Lists each file once, with the names of its environments. */
function filesIn(configured: readonly Place[]): readonly { readonly uri: vscode.Uri; readonly description?: string }[] {
  const environments = new Map<string, string[]>();
  for (const { place, files } of configured) {
    const [file] = files;
    if (file === undefined || 'reason' in file) continue;
    environments.set(file.uri, [...(environments.get(file.uri) ?? []), environmentName(place)]);
  }
  return [...environments].map(([uri, names]) => ({ uri: vscode.Uri.parse(uri), description: listOf(names) }));
}

async function folderOf(resource: vscode.Uri): Promise<vscode.Uri> {
  const { type } = await vscode.workspace.fs.stat(resource);
  return (type & vscode.FileType.Directory) !== 0 ? resource : vscode.Uri.joinPath(resource, '..');
}

async function create(uri: vscode.Uri, text: string): Promise<void> {
  const isCreated = await createFile(uri, text);
  if (!isCreated && !(await exists(uri))) return;
  const editor = await vscode.window.showTextDocument(uri, { preview: false });
  if (!isCreated) return;
  const inRules = editor.document.positionAt(text.indexOf('"rules": [') + '"rules": ['.length);
  editor.selection = new vscode.Selection(inRules, inRules);
}

function titleOf(step: number): string {
  return t('New Targeting File ({0} of 3)', step);
}
