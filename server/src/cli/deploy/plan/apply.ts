/**
 * `toggle-targeting apply`: pushes a plan unchanged, with each toggle locked to its planned version. It sends nothing
 * if anything has changed since the plan, or if a push is not allowed.
 */
import { t } from '../../../core/t.js';
import { mapConcurrently } from '../../../service/pace.js';
import { targetName } from '../../../service/http/target.js';
import { printErrors, visible } from '../../reports/visible.js';
import type { ExitCode, World } from '../../world.js';
import type { Access } from '../access.js';
import type { Allowed } from '../sendOne.js';
import type { TargetedFile } from '../files.js';
import { TargetingFiles } from '../files.js';
import type { Allowances } from '../allowances.js';
import { whyNotAllowed } from '../allowances.js';
import type { Seen } from '../lookAt.js';
import { atOnce, liveOf, lookAt } from '../lookAt.js';
import type { PlannedToggle } from './planFile.js';
import { planAt } from './planFile.js';
import { ApplyTally, byReason } from './applyTally.js';
import { movedSince } from './moved.js';
import { notSent, sendOne } from '../sendOne.js';
import { asObject, listIn, readBody } from '../../../core/targeting/state/state.js';
import { uriAt } from '../../files/paths.js';

export interface ApplyOptions extends Allowances {
  readonly plan: string;
  readonly comment: string | undefined;
}

interface Stop {
  readonly code: ExitCode;
  readonly reason: string;
}

type Verdict =
  | { readonly kind: 'allowed'; readonly allowed: Allowed }
  /** Nothing has to be sent. `words` may be empty. */
  | { readonly kind: 'same' | 'submitted' | 'skipped'; readonly words: string }
  | { readonly kind: 'stopped'; readonly stop: Stop };

type Checked = Omit<Allowed, 'seen'>;

function refused(reason: string, code: ExitCode = 4): Verdict {
  return { kind: 'stopped', stop: { code, reason } };
}

export async function apply(options: ApplyOptions, world: World, access: Access): Promise<ExitCode> {
  const say = (line: string) => {
    world.output.write(`${visible(line)}\n`);
  };
  const plan = planAt(options.plan, world);
  if (typeof plan === 'string') return saying(plan, 2);
  const { toggles, failures } = plan;
  const stopping =
    toggles.find(({ action }) => action === 'refused') ?? toggles.find(({ action }) => action === 'failed');
  if (stopping !== undefined)
    return saying(unfinished(stopping), stopping.isWrong === true ? 1 : stopping.action === 'failed' ? 2 : 4);
  if (failures[0] !== undefined) return saying(failures[0], 2);
  if (toggles.length === 0) {
    say(t('There is nothing to do: the plan has no toggles.'));
    return 0;
  }

  const isMissing = ({ file }: PlannedToggle) => world.disk.kindOf(uriAt(file, world)) === 'missing';
  const places = toggles.flatMap((planned) => (isMissing(planned) ? [] : [planned.file]));
  const files = new TargetingFiles(places, world, access);
  const { files: found, failures: unfound } =
    places.length === 0 ? { files: [], failures: [] } : files.find(plan.environment);
  printErrors(world, ...unfound);
  const checked = await mapConcurrently(atOnce, toggles, async (planned) => {
    const file = found.find(({ path }) => path === planned.file);
    return { planned, check: await checkOf(planned, file) };
  });
  const seen = await lookAt(
    checked.flatMap(({ check }) => ('kind' in check ? [] : [check])),
    files,
    access,
  );
  const verdicts = await mapConcurrently(atOnce, checked, async ({ planned, check }) => ({
    planned,
    verdict: 'kind' in check ? check : await verdictOf(planned, check, seen.get(check)),
  }));
  const stops = verdicts.flatMap(({ planned, verdict }) =>
    verdict.kind === 'stopped' ? [{ name: nameOf(planned), ...verdict.stop }] : [],
  );
  for (const line of byReason(stops)) say(line);
  for (const { planned, verdict } of verdicts)
    if ('words' in verdict && verdict.words !== '') say(t('{0}: {1}', nameOf(planned), verdict.words));
  // The exit code: an invalid file takes precedence over a refusal, and a refusal over an error.
  const code = ([1, 4, 2] as const).find((each) => stops.some((stop) => stop.code === each));
  if (code !== undefined) {
    say(t('Nothing was sent.'));
    return code;
  }
  const isSkipping = verdicts.some(({ verdict }) => verdict.kind === 'skipped');
  const tally = new ApplyTally(verdicts.map(({ verdict }) => verdict));
  const sent = await sendAll(
    verdicts.flatMap(({ verdict }) => (verdict.kind === 'allowed' ? [verdict.allowed] : [])),
    tally,
  );
  say(tally.words());
  return sent === 0 && isSkipping ? 6 : sent;

  async function checkOf(planned: PlannedToggle, file: TargetedFile | undefined): Promise<Checked | Verdict> {
    if (planned.action === 'skipped') return { kind: 'skipped', words: planned.reason ?? '' };
    if (isMissing(planned))
      return refused(
        t('{0} does not exist. Run apply in the folder where plan ran, or plan again.', JSON.stringify(planned.file)),
      );
    if (file === undefined) return refused(t('its file can no longer be pushed there. Plan again.'));
    // The config or the job may have changed the protection since the plan.
    if (file.target.protected !== planned.target.protected)
      return refused(t('its protection has changed since. Plan again.'));
    if (!isAsPlanned(file, planned)) return refused(t('the file or its config has changed since. Plan again.'));
    const asPlanned = await files.body(file, planned.comment);
    if ('reason' in asPlanned) return refused(asPlanned.reason, asPlanned.kind === 'unread' ? 2 : 1);
    const [body, then] = [asPlanned.body, planned.body].map((each) => each?.replaceAll('\r\n', '\n'));
    if (planned.action === 'push' && body !== then) return refused(t('the plan does not match the file. Plan again.'));
    const ready = options.comment === undefined ? asPlanned : await files.body(file, options.comment);
    if ('reason' in ready) return refused(ready.reason, ready.kind === 'unread' ? 2 : 1);
    const reached = access.service(file.target);
    return 'reason' in reached ? refused(reached.reason, 2) : { file, ready, service: reached.reached };
  }

  async function verdictOf(planned: PlannedToggle, checked: Checked, seen: Seen | undefined): Promise<Verdict> {
    if (seen === undefined) throw new Error('What was not stopped was looked at.');
    if (seen.kind === 'same' || seen.kind === 'submitted') return { kind: seen.kind, words: seen.reason };
    if (seen.kind !== 'push') return refused(seen.reason, codeOf[seen.kind]);
    const live = liveOf(seen.looked);
    const isReviewed = seen.looked.kind === 'read' && seen.looked.live.reviewers !== undefined;
    // Permission to submit a change does not include permission to push it live, and vice versa.
    if (planned.action === 'push' && isReviewed !== (planned.reviewers !== undefined))
      return refused(t('its need for approval has changed since. Plan again.'));
    if (planned.action !== 'push')
      return refused(t('it was up to date when it was planned, and no longer is. Plan again.'));
    if (live?.version !== planned.live?.version || live?.hash !== planned.live?.hash)
      return refused(
        seen.looked.kind === 'read' && planned.live !== undefined
          ? await movedSince(checked.service, planned.live.version, seen.looked.live)
          : t('it has changed there since it was planned. Plan again.'),
      );
    const reason = whyNotAllowed(seen, options);
    if (reason !== undefined) return refused(reason);
    return { kind: 'allowed', allowed: { ...checked, seen } };
  }

  async function sendAll(allowed: readonly Allowed[], tally: ApplyTally): Promise<ExitCode> {
    const waiting = [...inOrderOfPrerequisites(allowed)];
    const interrupted = world.interruption();
    interrupted.addEventListener('abort', () => access.hurry());
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      // This line is printed first: if no result follows it, the process was killed, and the outcome is unknown.
      say(t('Sending {0} …', targetName(next.file.target)));
      const { words, code: ended, came } = await sendOne(next, interrupted);
      say(words);
      tally.add(came);
      const stops = interrupted.aborted && waiting.length > 0;
      if (ended === 0 && !stops) continue;
      for (const { file } of waiting) say(notSent(file.target));
      tally.add('not-sent', waiting.length);
      if (ended === 5) return saying(howToGoOn(next), ended);
      return interrupted.aborted
        ? saying(t('Interrupted. Run apply again to send the rest.'), ended === 0 ? 2 : ended)
        : ended;
    }
    return 0;
  }

  function saying(words: string, code: ExitCode): ExitCode {
    printErrors(world, words);
    return code;
  }
}

function isAsPlanned({ blob, config, target }: TargetedFile, planned: PlannedToggle): boolean {
  const [now, then] = [target, planned.target].map((each) => JSON.stringify(each));
  return blob === planned.blob && config.blob === planned.config.blob && now === then;
}

function howToGoOn({ seen }: Allowed): string {
  return seen.looked.kind === 'read'
    ? t('Run apply again: applied changes are not sent twice.')
    : t('Run apply again: the live version cannot be read, so it sends the whole plan once more.');
}

const codeOf = { wrong: 1, waiting: 4, failed: 2 } as const;

function unfinished(planned: PlannedToggle): string {
  return t('The plan has toggles that cannot be pushed: {0}', t('{0}: {1}', nameOf(planned), planned.reason ?? ''));
}

function nameOf({ target }: PlannedToggle): string {
  return targetName(target);
}

/** Sorts prerequisites before the toggles that require them. Within a cycle, the order is arbitrary. */
function inOrderOfPrerequisites(pushes: readonly Allowed[]): readonly Allowed[] {
  const byKey = new Map(pushes.map((push) => [push.file.target.toggle, push]));
  const ordered = new Set<Allowed>();
  const begun = new Set<Allowed>();
  for (const push of pushes) add(push);
  return [...ordered];

  function add(push: Allowed): void {
    if (begun.has(push)) return;
    begun.add(push);
    for (const key of requiredBy(push)) {
      const required = byKey.get(key);
      if (required !== undefined) add(required);
    }
    ordered.add(push);
  }
}

function requiredBy({ ready: { body } }: Allowed): readonly string[] {
  const prerequisites = listIn(asObject(readBody(body)['content']), 'prerequisites');
  return prerequisites.flatMap((each) => {
    const key = asObject(each)?.['key'];
    return typeof key === 'string' ? [key] : [];
  });
}
