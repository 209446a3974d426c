/** Offers to pull the toggle of a new file if the service may already have the toggle. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { EnvironmentFiles, Target } from '../../../server/src/core/protocol.js';
import { isThere } from '../../../server/src/service/driftWords.js';
import { mapConcurrently } from '../../../server/src/service/pace.js';
import { isReadable } from '../../../server/src/service/http/service.js';
import { hostOf, namesOf, serviceAddressOf, targetUrl } from '../../../server/src/service/http/target.js';
import { inBrowser } from '../here.js';
import type { ReportContext } from '../push/reportPush.js';
import { backgroundServiceFor } from '../requests.js';
import type { Entry } from '../say.js';
import { isBeingEdited } from '../services.js';
import { chooseTarget } from './prompts.js';

type Context = Pick<ReportContext, 'credentials' | 'log'>;

/** An environment of a config, with the file of a toggle in this environment. */
export interface Place extends EnvironmentFiles {
  readonly configUri: string;
}

export interface Offer {
  readonly entry: Entry;
  /** Whether a service confirmed that it has the toggle. If false, the services were not asked or did not respond. */
  readonly isSure: boolean;
  readonly places: readonly Place[];
}

/** Uses only tokens whose use in the background was agreed to. @returns undefined if there is nothing to pull */
export async function offerToPull(context: Context, toggle: string, all: readonly Place[]): Promise<Offer | undefined> {
  if (inBrowser || !vscode.workspace.isTrusted) return undefined;
  const readable = all.filter(({ place, configUri }) => isReadable(place) && !isBeingEdited(configUri));
  // All environments of a project have the same toggles, so one request per project is enough.
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
  const description = sure === undefined ? t('if the service has it already') : whereItIs(toggle, sure.place);
  const entry = { icon: 'cloud-download', label: t('Pull It Instead…'), description };
  return { entry, isSure: sure !== undefined, places };
}

/** @returns undefined if the person canceled */
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
  return isThere(await backgroundServiceFor(log, { target, url, token }, signal).read());
}

function whereItIs(toggle: string, place: Target): string {
  const { project } = namesOf(place);
  return t('{0} already exists in {1} on {2}', namesOf({ ...place, toggle }).toggle, project, hostOf(place));
}

function projectIn({ place }: Place): string {
  return JSON.stringify([serviceAddressOf(place), place.project]);
}

/** The timeout is short, because the person is waiting for the next question. */
const ANSWER_TIMEOUT_MS = 2000;
const atOnce = 4;
