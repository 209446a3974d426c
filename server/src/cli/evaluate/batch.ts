/** `toggle-targeting evaluate --batch`: answers each line of JSON with one line, in order. The field names are API. */
import { t } from '../../core/t.js';
import type { ToggleSource } from '../../core/evaluation/environment.js';
import { receivedToggle } from '../../core/evaluation/environment.js';
import type { Outcome } from '../../core/evaluation/evaluate.js';
import { evaluate } from '../../core/evaluation/evaluate.js';
import type { Obstacle } from '../../core/evaluation/toggles.js';
import { User } from '../../core/evaluation/user.js';
import type { ReturnType } from '../../core/evaluation/values/values.js';
import { isReturnType, returnTypes } from '../../core/evaluation/values/values.js';
import { asObject } from '../../core/json/plain.js';
import { instantOf } from '../../core/targeting/values/instant.js';
import { answerOf } from './answer.js';
import { visibleJson } from '../reports/visible.js';
import type { ExitCode, World } from '../world.js';
import { listOf } from '../../core/targeting/joined.js';

const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** @returns 2 if a line could not be evaluated; the answer to that line contains the reason */
export async function batch(world: World): Promise<ExitCode> {
  let code: ExitCode = 0;
  for await (const each of world.lines(MAX_LINE_BYTES)) {
    if (typeof each !== 'string') {
      code = 2;
      world.output.write(`${JSON.stringify({ error: t('The line cannot be read ({0}).', each.unreadable) })}\n`);
      continue;
    }
    // Trimming also removes a BOM, which some shells add.
    const line = each.trim();
    if (line === '') continue;
    const answer = answerTo(line, world.time);
    if (answer instanceof Mistake) code = 2;
    world.output.write(
      `${visibleJson(answer instanceof Mistake ? JSON.stringify({ error: answer.message }) : answer)}\n`,
    );
    await world.pause();
  }
  return code;
}

class Mistake extends Error {}

function answerTo(line: string, time: () => number): string | Mistake {
  try {
    const request = asObject(JSON.parse(line) as unknown);
    if (request === undefined) return new Mistake(t('The line is not a JSON object.'));
    const source = toggleIn(request['toggle'], request);
    const [toggles, segments] = [mapIn(request, 'toggles'), mapIn(request, 'segments')];
    const arrival = receivedToggle(source, {
      toggles: toggles && new Map(Array.from(toggles, ([key, each]) => [key, toggleIn(key, asObject(each) ?? {})])),
      segments,
    });
    const user = userIn(request, time);
    if (arrival.obstacle !== undefined) return notArrived(arrival.obstacle);
    return answerOf(arrival.toggle, evaluate(arrival.toggle, user, arrival.environment));
  } catch (error) {
    if (error instanceof Mistake) return error;
    if (error instanceof SyntaxError) return new Mistake(t('The line is not JSON: {0}', error.message));
    throw error;
  }
}

/** The answer for a toggle whose data does not reach SDKs. If its environment stops updating, the value is unknown. */
function notArrived({ status, path }: Obstacle): string {
  const outcome: Outcome = status === 'vanishes' ? 'code-default' : 'depends';
  return JSON.stringify({ outcome, status, path, sdks: {} });
}

function toggleIn(key: unknown, source: Readonly<Record<string, unknown>>): ToggleSource {
  if (typeof key !== 'string') throw new Mistake(t('"toggle" must be a string: the key of the toggle.'));
  const { targeting } = source;
  if (asObject(targeting) === undefined) throw new Mistake(t('"targeting" of {0} must be an object.', key));
  return { key, returnType: returnTypeIn(source['returnType']), targeting };
}

function returnTypeIn(written: unknown): ReturnType | undefined {
  if (written === undefined || written === null) return undefined;
  const type = typeof written === 'string' ? written.toLowerCase() : undefined;
  if (!isReturnType(type)) throw new Mistake(t('"returnType" must be one of {0}.', listOf(returnTypes)));
  return type;
}

/** @returns undefined if the line lacks the key, which means that the data is unknown */
function mapIn(request: Readonly<Record<string, unknown>>, key: string): ReadonlyMap<string, unknown> | undefined {
  const value = request[key];
  if (value === undefined || value === null) return undefined;
  const map = asObject(value);
  if (map === undefined) throw new Mistake(t('"{0}" must be a JSON object.', key));
  return new Map(Object.entries(map));
}

function userIn(request: Readonly<Record<string, unknown>>, time: () => number): User {
  const user = asObject(request['user']);
  if (user === undefined) throw new Mistake(t('"user" must be an object with "key" and "attributes".'));
  const { key } = user;
  if (key !== undefined && typeof key !== 'string') throw new Mistake(t('The "key" of the user must be a string.'));
  const attributes = mapIn(user, 'attributes') ?? new Map<string, unknown>();
  return new User(
    key,
    new Map(Array.from(attributes, ([name, value]) => [name, textOf(name, value)])),
    nowIn(request, time),
  );
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Mistake(t('The attribute "{0}" must be a string.', name));
}

/** The time of the evaluation, in Unix seconds. */
function nowIn({ now }: Readonly<Record<string, unknown>>, time: () => number): number {
  if (now === undefined || now === null) return time();
  if (typeof now === 'number') return Math.floor(now);
  const instant = typeof now === 'string' ? instantOf(now) : undefined;
  if (instant === undefined)
    throw new Mistake(t('"now" must be Unix seconds, or a date and time such as {0}.', '2026-12-01T00:00:00Z'));
  return Math.floor(instant / 1_000);
}
