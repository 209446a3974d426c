/** For a new file of a toggle that the service may have already: to pull it instead of making it up. */
import * as vscode from 'vscode';
import type { EnvironmentFiles, Target } from '../../../server/src/core/protocol.js';
import { isThere } from '../../../server/src/service/drift.js';
import { mapConcurrently } from '../../../server/src/service/pace.js';
import { isReadable } from '../../../server/src/service/http/service.js';
import { hostOf, namesOf, serviceAddressOf, targetUrl } from '../../../server/src/service/http/target.js';
import { inBrowser } from '../here.js';
import type { ReportContext } from '../push/reportPush.js';
import { quietServiceFor } from '../requests.js';
import type { Entry } from '../say.js';
import { isBeingEdited } from '../services.js';
import { chooseTarget } from './prompts.js';

type Context = Pick<ReportContext, 'credentials' | 'log'>;

/** An environment of a config, and where the file of one toggle belongs in it. */
export interface Place extends EnvironmentFiles {
  readonly configUri: string;
}

export interface Offer {
  readonly entry: Entry;
  /** A service has said that it has the toggle; else nobody was asked, or there was no answer. */
  readonly isSure: boolean;
  readonly places: readonly Place[];
}

/** Undefined where nothing can be pulled, or no service has the toggle. Reads only with tokens that people have agreed to. */
export async function offerToPull(context: Context, toggle: string, all: readonly Place[]): Promise<Offer | undefined> {
  if (inBrowser || !vscode.workspace.isTrusted) return undefined;
  const readable = all.filter(({ place, configUri }) => isReadable(place) && !isBeingEdited(configUri));
  // A toggle is in all environments of its project.
  const projects = new Map(readable.map((one) => [projectIn(one), one]));
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const answers = new Map(
    await mapConcurrently(atOnce, [...projects], async ([project, one]) => {
      return [project, await isKnown(context, toggle, one, signal)] as const;
    }),
  );
  const places = readable.filter((one) => answers.get(projectIn(one)) !== false);
  const sure = places.find((one) => answers.get(projectIn(one)) === true);
  if (places.length === 0) return undefined;
  const description =
    sure === undefined ? vscode.l10n.t('if the service has it already') : whereItIs(toggle, sure.place);
  const entry = { icon: 'cloud-download', label: vscode.l10n.t('Pull It Instead…'), description };
  return { entry, isSure: sure !== undefined, places };
}

/** From which environment; undefined when the person left. */
export async function chooseFrom({ places }: Offer, title: string): Promise<Place | undefined> {
  if (places.length === 1) return places[0];
  const chosen = await chooseTarget(
    places.map(({ place }) => place),
    title,
    undefined,
  );
  return places.find(({ place }) => place === chosen);
}

async function isKnown(
  { credentials, log }: Context,
  toggle: string,
  { place, configUri }: Place,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const target = { ...place, toggle };
  const address = serviceAddressOf(place);
  const url = targetUrl(target);
  const token = credentials.isAgreed(address, vscode.Uri.parse(configUri))
    ? await credentials.known(address)
    : undefined;
  if (url === undefined || token === undefined) return undefined;
  return isThere(await quietServiceFor(log, { target, url, token }, signal).read());
}

function whereItIs(toggle: string, place: Target): string {
  const { project } = namesOf(place);
  return vscode.l10n.t(
    '{0} already exists in {1} on {2}',
    namesOf({ ...place, toggle }).toggle,
    project,
    hostOf(place),
  );
}

function projectIn({ place }: Place): string {
  return JSON.stringify([serviceAddressOf(place), place.project]);
}

/** Milliseconds: the person waits for the next question. */
const ANSWER_TIMEOUT_MS = 2000;
const atOnce = 4;
