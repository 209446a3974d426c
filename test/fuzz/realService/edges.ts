/** Pushes raw bodies to a real service, and compares what we report about each with what happens to it. */
import { receivedToggle } from '../../../server/src/core/evaluation/environment.js';
import { returnTypes } from '../../../server/src/core/evaluation/values/values.js';
import { diagnostics } from '../../../server/src/core/features/diagnostics.js';
import { OpenDocument } from '../../../server/src/core/features/openDocument.js';
import { asArray, asObject } from '../../../server/src/core/json/plain.js';
import { random } from '../random.js';
import type { Keys } from './access.js';
import { Project } from './access.js';
import type { Body } from './bodies.js';
import { bodies } from './bodies.js';

const around = { segment: 'testers', required: 'e_json' };
/** Bodies pushed at once, each to its own environment, so that a frozen one stops no other. */
const ENVIRONMENTS = 8;

/** The gravest that we report. */
type Said = 'freezes' | 'vanishes' | 'refused' | 'an error' | 'a warning' | 'nothing';
export type Happened = 'freezes' | 'vanishes' | 'refused' | 'works' | 'works otherwise';

export interface Row {
  readonly body: Body;
  readonly said: Said;
  readonly happened: Happened;
  /** The result of the evaluator, and the codes of the problems. */
  readonly why: string;
  readonly variations: readonly unknown[] | undefined;
}

export async function edgesOf(seed: number, count: number): Promise<readonly Row[]> {
  return rowsOf(bodies(random(seed), count, around));
}

export async function rowsOf(all: readonly Body[]): Promise<readonly Row[]> {
  const project = await Project.made('edges');
  const environments: (readonly [string, Keys])[] = [];
  for (let index = 0; index < ENVIRONMENTS; index += 1)
    environments.push([`w${index}`, await project.makeEnvironment(`w${index}`)]);
  await project.makeSegment(around.segment, []);
  await project.makeToggle('canary', 'string');
  for (const type of returnTypes) await project.makeToggle(`e_${type}`, type);
  const rows: Row[] = [];
  const waiting = [...all.entries()];
  const work = async (environment: string, keys: Keys): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      rows[next[0]] = await rowOf(project, environment, keys, next[1]);
  };
  await Promise.all(environments.map(([environment, keys]) => work(environment, keys)));
  return rows;
}

async function rowOf(project: Project, environment: string, keys: Keys, body: Body): Promise<Row> {
  const once = await pushed(project, environment, keys, body);
  // On a busy machine, nothing arrives for a while; a body that freezes an environment does so again.
  const { happened, variations, reason } =
    once.happened === 'freezes' ? await pushed(project, environment, keys, body) : once;
  const { said, codes } = saidOf(body);
  const tail = (value: unknown) => JSON.stringify(value).slice(-60);
  const otherwise = happened === 'works otherwise' ? ` ${tail(variations)}, not ${tail(valuesByUs(body))}` : '';
  return {
    ...{ body, said, happened, variations },
    why: `${codes.join(' ')}; evaluated: ${evaluatedAs(body)};${reason}${otherwise}`,
  };
}

async function pushed(
  project: Project,
  environment: string,
  keys: Keys,
  body: Body,
): Promise<Pick<Row, 'happened' | 'variations'> & { readonly reason: string }> {
  const toggle = `e_${body.returnType}`;
  const { status, body: answer } = await project.patch(environment, toggle, body.text);
  const became =
    status === 200
      ? await becomes(project, environment, keys, body)
      : { happened: 'refused' as const, variations: undefined };
  const value = { string: 'a', number: '1', boolean: 'true', json: '{}' }[body.returnType];
  const serves = { disabledServe: { select: 0 }, defaultServe: { select: 0 }, rules: [], prerequisites: [] };
  const mended = { disabled: false, content: { ...serves, variations: [{ value }] } };
  const again = await project.patch(environment, toggle, mended);
  const isMended =
    again.status === 200 && (became.happened !== 'freezes' || (await project.received(environment, keys)));
  if (!isMended) throw new Error(`Not mended after ${body.about}: ${again.status}`);
  const reason = status === 200 ? '' : ` ${status} ${JSON.stringify(asObject(answer)?.['message'] ?? '')}`;
  return { ...became, reason };
}

async function becomes(
  project: Project,
  environment: string,
  keys: Keys,
  body: Body,
): Promise<Pick<Row, 'happened' | 'variations'>> {
  const received = await project.received(environment, keys);
  if (received === undefined) return { happened: 'freezes', variations: undefined };
  const toggle = asObject(received.toggles[`e_${body.returnType}`]);
  if (toggle === undefined) return { happened: 'vanishes', variations: undefined };
  const [variations, ours] = [asArray(toggle['variations']) ?? [], valuesByUs(body)];
  const isAsWeSay = ours === undefined || isAlike(variations, ours);
  return { happened: isAsWeSay ? 'works' : 'works otherwise', variations };
}

/** The server sometimes reads the last digit of a long number differently. */
function isAlike(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a === b || Math.abs(a - b) <= Math.abs(a) * 1e-15;
  const [one, other] = [childrenOf(a), childrenOf(b)];
  if (one === undefined || other === undefined) return a === b;
  return (
    one.length === other.length &&
    one.every(([key, value], at) => key === other[at]?.[0] && isAlike(value, other[at][1]))
  );
}

function childrenOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** undefined if the body is not JSON, or leaves variations to the service */
function valuesByUs({ text, returnType }: Body): unknown {
  const targeting = parsed(text);
  if (asObject(asObject(targeting)?.['content'])?.['variations'] === undefined) return undefined;
  const { toggle } = receivedToggle({ key: 't', returnType, targeting }, { toggles: new Map(), segments: new Map() });
  return toggle.variations.map((each) => JSON.parse(each.text) as unknown);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function evaluatedAs({ text, returnType }: Body): string {
  const targeting = parsed(text);
  if (asObject(targeting) === undefined) return 'no JSON';
  const segments = new Map<string, unknown>([[around.segment, { rules: [] }]]);
  const { obstacle } = receivedToggle({ key: 't', returnType, targeting }, { toggles: new Map(), segments });
  return obstacle?.status ?? 'ok';
}

function saidOf({ text, returnType }: Body): { readonly said: Said; readonly codes: readonly string[] } {
  const own = { project: 'P', returnType, segments: new Set([around.segment]) };
  const services = [{ ...own, hasToggle: (key: string) => key.startsWith('e_') }];
  const beside = { otherToggles: () => undefined, services: () => services };
  const document = OpenDocument.open('file:///p/t.targeting.json', 'json', 0, text, beside);
  const rating = { severities: {}, isFeatureProbe: true };
  const shown = diagnostics(document, { rating, docs: '', reportedByEditor: () => false });
  const codes = [...new Set(shown.map(({ code }) => String(code)))];
  const has = (code: string) => codes.includes(code);
  const gravest: readonly (readonly [Said, boolean])[] = [
    ['freezes', has('freezes-environment')],
    ['vanishes', has('toggle-vanishes')],
    ['refused', has('service-limit') || has('content-too-large')],
    ['an error', shown.some(({ severity }) => severity === 1)],
    ['a warning', shown.some(({ severity }) => severity === 2)],
  ];
  const [said = 'nothing'] = gravest.find(([, isSo]) => isSo) ?? [];
  return { said, codes };
}
