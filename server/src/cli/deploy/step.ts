/** `toggle-targeting step`: takes one step of a ramp in a file that equals the live version. Services are only read. */
import { t } from '../../core/t.js';
import { blockingReason } from '../../service/approval/approvalWords.js';
import { lineOf } from '../../service/push/checkedFile.js';
import { cautionsOf, refusalIn } from '../../service/push/gates.js';
import { impactLines } from '../../service/push/risk.js';
import { isReadable } from '../../service/http/service.js';
import { targetName } from '../../service/http/target.js';
import { isoTime } from '../../service/words/timeOf.js';
import { payload } from '../../core/features/payload.js';
import { calledVariation } from '../../core/features/variations.js';
import type { JsonDocument } from '../../core/json/document.js';
import { parse } from '../../core/json/document.js';
import { applyEdits } from '../../core/json/edit/edits.js';
import type { Impact } from '../../core/protocol.js';
import { targetingEnding } from '../../core/targeting/fileNames.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import { targetingOf } from '../../core/targeting/model.js';
import { sharesOfEach, withShares } from '../../core/targeting/values/serveForms.js';
import { percent, whole } from '../../core/targeting/values/shares.js';
import { changes } from '../../core/targeting/state/changes.js';
import { sameState } from '../../core/targeting/state/state.js';
import { nextOf, stepped } from '../../core/targeting/step.js';
import { Mistake } from '../options.js';
import { replaceText } from '../files/replaceText.js';
import { printReport } from '../reports/commandReport.js';
import { printErrors } from '../reports/visible.js';
import type { ExitCode, World } from '../world.js';
import type { Access } from './access.js';
import { comparedWithLive } from './drift.js';
import { lookAt, recorder } from './lookAt.js';
import { liveWords } from './plan/planReports.js';
import type { ReadyBody, TargetedFile } from './files.js';
import { TargetingFiles } from './files.js';
import { pathOf } from '../../workspace/disk/paths.js';

/** The formats of `step`; the first format is the default. */
export const stepFormats = ['text', 'json'] as const;

export interface StepOptions {
  /** A targeting file, or the key of a toggle. */
  readonly place: string;
  readonly environment: string;
  /** The rule's name or index; if undefined, the step changes the default. */
  readonly rule: string | undefined;
  readonly variation: string;
  /** The share to set, in ten-thousandths, or the stops of a ramp, of which the step takes the next stop. */
  readonly stops: readonly number[];
  readonly write: boolean;
  readonly format: (typeof stepFormats)[number];
}

interface Step {
  readonly outcome: 'step' | 'same' | 'refused';
  /** The changes, or why nothing changes, one sentence each. */
  readonly sentences: readonly string[];
  /** The shares of all variations before and after the step, in ten-thousandths. */
  readonly before?: readonly number[];
  readonly after?: readonly number[];
  readonly impact?: Impact;
}

type Ended = Step & { readonly code: ExitCode; readonly text?: string };

export async function step(options: StepOptions, world: World, access: Access): Promise<ExitCode> {
  const { place, environment, write, format } = options;
  const isFile = place.endsWith(targetingEnding);
  const files = new TargetingFiles([isFile ? place : '.'], world, access);
  const { files: found, failures } = files.find(environment);
  const [file, another] = found.filter(({ target }) => isFile || target.toggle === place);
  if (file === undefined || another !== undefined) {
    const none = t(
      'There is no targeting file for {0} in {1} here, or more than one.',
      JSON.stringify(place),
      environment,
    );
    return printErrors(world, ...(failures.length === 0 ? [none] : failures));
  }
  const ended = await stepOf(file, options, files, access);
  if (typeof ended === 'string') return printErrors(world, ended);
  const { code, text, ...told } = ended;
  const unwritten = write && text !== undefined ? replaceText(pathOf(file.uri), file.text, text, world) : undefined;
  if (unwritten !== undefined)
    return printErrors(world, t('{0} cannot be written ({1}).', JSON.stringify(file.path), unwritten));
  const { target, path } = file;
  const data = { file: path, toggle: target.toggle, environment: target.environment, ...told };
  printReport(format, { items: [{ words: targetName(target), file: path, lines: told.sentences }], data }, world);
  return code;
}

async function stepOf(
  file: TargetedFile,
  options: StepOptions,
  files: TargetingFiles,
  access: Access,
): Promise<Ended | string> {
  const { target, text } = file;
  const json = parse(text);
  const body = payload(json);
  if (body === undefined) return refused(1, t('the file is not a single JSON object.'));
  const { serve, variation } = rampIn(json, options);
  const before = serve && sharesOfEach(serve, targetingOf(json).variations?.length ?? 0);
  if (serve === undefined || before === undefined)
    return refused(1, t('the file has no shares there, or they do not add up to 100%.'));

  const compared = isReadable(target) ? await comparedWithLive(file, access) : undefined;
  if (compared !== undefined && 'unread' in compared) return compared.unread;
  const moved = compared && refusedByLive(compared);
  if (moved !== undefined) return moved;

  const called = calledVariation(variation);
  const share = before[variation.index] ?? 0;
  const [only, ...others] = options.stops;
  const wanted = others.length === 0 ? only : nextOf(share, options.stops);
  if (wanted === undefined || wanted === share)
    return { code: 3, outcome: 'same', before, sentences: [t('{0} already has {1}.', called, percent(share))] };
  const after = stepped(before, variation.index, wanted);
  if (after === undefined)
    throw new Mistake(t('Everyone gets {0} there. Name the variation to raise instead.', called));
  const edited = applyEdits(text, withShares(json, serve, after));
  const bodyAfter = payload(parse(edited)) ?? body;
  const checked = await checkedAfter({ ...file, text: edited }, bodyAfter, files);
  if (typeof checked === 'string' || 'outcome' in checked) return checked;

  const pushed = { file: { ...file, text: edited }, ready: checked };
  // If the live version cannot be read, the step is compared with the original text of the file.
  const memory = { ...recorder, remembered: () => Promise.resolve({ kind: 'pushed', body, time: 0 } as const) };
  const seen = (await lookAt([pushed], files, access, memory)).get(pushed);
  if (seen === undefined || seen.kind === 'failed') return seen?.reason ?? '';
  if (seen.kind !== 'push') return { code: 4, outcome: 'refused', sentences: [seen.reason] };
  const { looked, gates, risk } = seen;
  const { impact } = risk;
  const refusal = refusalIn(gates, looked.target);
  if (refusal !== undefined)
    return { ...refused(refusal.rule ? 4 : 1, refusal.reason, ...impactLines(impact)), impact };
  const sentences = [
    t('{0}: {1} becomes {2}.', called, percent(share), percent(wanted)),
    ...(looked.kind === 'read' ? seen.changes : changes(looked.before, looked.after)),
    ...impactLines(impact),
    ...checked.warnings.map(lineOf),
    ...cautionsOf(gates),
    ...(wanted === whole ? [t('The ramp is complete: {0} would serve the same.', `"select": ${variation.index}`)] : []),
    ...(compared === undefined ? [t('The live version cannot be read, so the file was not compared with it.')] : []),
  ];
  return { code: 0, outcome: 'step', before, after, sentences, impact, text: edited };
}

/** @throws Mistake if the rule or the variation is missing or ambiguous */
function rampIn(json: JsonDocument, { rule, variation }: StepOptions) {
  const { rules, defaultServe, variations = [] } = targetingOf(json);
  const notOne = {
    rule: (count: number, name: string) =>
      t('The file has {0} rules called {1}. Specify the name of one, or its index from 0.', count, name),
    variation: (count: number, name: string) =>
      t('The file has {0} variations called {1}. Specify the name of one, or its index from 0.', count, name),
  };
  return {
    serve: rule === undefined ? defaultServe : named(rules, rule, notOne.rule).serve,
    variation: named(variations, variation, notOne.variation),
  };
}

/** Finds an item by its name, if the name is unique, or by its index. */
function named<T extends { readonly name: string | undefined }>(
  all: readonly T[],
  name: string,
  notOne: (count: number, name: string) => string,
): T {
  const those = all.filter((each) => each.name === name);
  const found = those[0] ?? (/^\d+$/.test(name) ? all[Number(name)] : undefined);
  if (found === undefined || those.length > 1) throw new Mistake(notOne(those.length, JSON.stringify(name)));
  return found;
}

/** Refuses the step if the file differs from the live version, or if a change waits for approval. */
function refusedByLive({
  answer: { pending },
  live: { state, version, modifiedBy: by, modifiedTime: time },
  after: { state: after },
}: Exclude<Awaited<ReturnType<typeof comparedWithLive>>, { unread: string }>): Ended | undefined {
  if (pending !== undefined && pending.kind !== 'rejected')
    return refused(4, sentencesOf(blockingReason(pending, isoTime)));
  if (sameState(after, state)) return undefined;
  const differs = t('the file differs from the live version. A push would change:');
  return refused(4, differs, ...changes(state, after), liveWords({ version, by, time }));
}

async function checkedAfter(
  file: TargetedFile,
  body: string,
  files: TargetingFiles,
): Promise<ReadyBody | Ended | string> {
  const failing = await files.project.testsThatFail(file.uri, file.target.environment, parse(body));
  if (failing !== undefined) {
    const { name, failed, message, range } = failing;
    const reason = failed === 0 ? t('its tests cannot run.') : t('a test fails after this step.');
    return refused(4, reason, t('{0}, line {1}: {2}', name, (range?.start.line ?? 0) + 1, message));
  }
  const checked = await files.body(file, undefined);
  if (!('reason' in checked)) return checked;
  return checked.kind === 'unread' ? checked.reason : refused(1, checked.reason);
}

function refused(code: ExitCode, reason: string, ...more: readonly string[]): Ended {
  return { code, outcome: 'refused', sentences: [t('Not changed: {0}', reason), ...more] };
}
