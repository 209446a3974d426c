/** JSON for server and client SDKs, in the format and wording of the open-source server (evaluation.md 1.5 and 7). */
import type { Decision, Decisions } from '../decisions.js';
import type { Environment } from '../evaluate.js';
import { decide } from '../evaluate.js';
import { deciderOf } from '../decider.js';
import { rust } from './sdks.js';
import type { Condition, Rule, Segment, Serve, Toggle } from '../toggles.js';
import type { User } from '../user.js';

/** The beginning of 2100 in milliseconds since 1970. Until then, SDKs report each evaluation with its user. */
const DEBUG_UNTIL = 4_102_444_800_000;

/** @param version the version of the data; SDKs ignore data that is older than their current data */
export function repositoryJson(
  toggles: Iterable<readonly [key: string, json: string]>,
  segments: Iterable<readonly [key: string, json: string]>,
  version: number,
): string {
  const [ofSegments, ofToggles] = [segments, toggles].map(members);
  return `{"segments":{${ofSegments}},"toggles":{${ofToggles}},"version":${version},"debugUntilTime":${DEBUG_UNTIL}}`;
}

/** Whether a text was exported by this module: it contains `DEBUG_UNTIL`, or is an empty object for a client SDK. */
export function isExport(text: string): boolean {
  return text.includes(`"debugUntilTime":${DEBUG_UNTIL}`) || text.trim() === '{}';
}

export function toggleJson(toggle: Toggle, isForClient = true): string {
  const { key, isEnabled, disabledServe, defaultServe, rules, variations, prerequisites } = toggle;
  const fields = [
    `"key":${JSON.stringify(key)},"enabled":${isEnabled},"trackAccessEvents":true,"lastModified":0,"version":1,"forClient":${isForClient}`,
    `"disabledServe":${serveJson(disabledServe)},"defaultServe":${serveJson(defaultServe)}`,
    `"rules":${list(rules, ruleJson)},"variations":${list(variations, ({ text }) => text)}`,
    `"prerequisites":${list(prerequisites, (each) => `{"key":${JSON.stringify(each.key)},"value":${each.value.text}}`)}`,
  ];
  return `{${fields.join(',')}}`;
}

export function segmentJson(key: string, segment: Segment): string {
  const rules = list(segment, (conditions) => `{"conditions":${list(conditions, conditionJson)}}`);
  return `{"uniqueId":${JSON.stringify(key)},"version":1,"rules":${rules}}`;
}

/** The JSON of a toggle's result for a client SDK. The server evaluates toggles like the Rust SDK. */
export function evaluatedJson(toggle: Toggle, user: User, environment: Environment): string {
  const decisions = decide(toggle, user, environment);
  const decision = decisions.of(rust);
  const index = decision.kind === 'served' ? decision.index : undefined;
  const value = (index === undefined ? undefined : toggle.variations[index]?.text) ?? 'null';
  const reason = JSON.stringify(reasonOf(toggle, decisions, decision));
  const fields = [
    `"value":${value},"ruleIndex":${decision.rule ?? null},"variationIndex":${index ?? null},"reason":${reason}`,
    `"trackAccessEvents":true,"debugUntilTime":${DEBUG_UNTIL},"lastModified":0,"version":1`,
  ];
  return `{${fields.join(',')}}`;
}

function reasonOf(toggle: Toggle, decisions: Decisions, decision: Decision): string {
  const { by, index, serve } = deciderOf(toggle, decisions, rust);
  if (decision.kind === 'depends') return 'unknown: Toggle Targeting cannot tell what the service would give';
  const error =
    decision.kind === 'served' ? undefined : `EvalDetailError(${JSON.stringify(whyNothing(toggle, serve))})`;
  if (by === 'rule') return error ?? `rule ${index ?? ''}`;
  if (by === 'default') return error ?? 'default.';
  return [error ?? 'disabled.', ...(by === 'prerequisite' ? [whyUnmet(toggle, decisions, index)] : [])].join(' ');
}

function whyNothing({ variations }: Toggle, serve: Serve): string {
  return typeof serve === 'number'
    ? `index ${serve} overflow, variations count is ${variations.length}`
    : 'not find hash_bucket in distribution.';
}

function whyUnmet({ prerequisites }: Toggle, decisions: Decisions, index = -1): string {
  const required = decisions.prerequisites[index]?.required;
  if (typeof required === 'string') return `prerequisite not exist: ${prerequisites[index]?.key ?? ''}`;
  return required?.of(rust).kind === 'ended' ? 'prerequisite depth overflow' : 'Prerequisite not match';
}

function serveJson(serve: Serve): string {
  if (serve === 'unknown') throw new Error('SDKs do not receive a toggle whose serve cannot be read.');
  if (typeof serve === 'number') return `{"select":${serve}}`;
  return `{"split":{"distribution":${list(serve, (range) => `[[${range.join(',')}]]`)}}}`;
}

function ruleJson({ serve, conditions }: Rule): string {
  return `{"serve":${serveJson(serve)},"conditions":${list(conditions, conditionJson)}}`;
}

function conditionJson({ type, subject, predicate, objects }: Condition): string {
  return JSON.stringify({ type, subject, predicate, objects });
}

function members(entries: Iterable<readonly [key: string, json: string]>): string {
  return Array.from(entries, ([key, json]) => `${JSON.stringify(key)}:${json}`).join(',');
}

function list<T>(items: readonly T[], json: (item: T) => string): string {
  return `[${items.map(json).join(',')}]`;
}
