/**
 * Random other spellings of the keys of a project, an environment and a toggle, from letters, marks, digits and ignorable characters of all
 * Unicode. A real service takes many of them for the key itself. Counts these, and those that a push could go to; ordinary keys must still
 * be pushed.
 */
import type { Target } from '../../../server/src/core/protocol.js';
import { exchange } from '../../../server/src/service/http/request.js';
import type { Service } from '../../../server/src/service/http/service.js';
import { serviceBy } from '../../../server/src/service/http/service.js';
import { targetUrl } from '../../../server/src/service/http/target.js';
import { plainNetwork } from '../../push/pushTrial.js';
import type { Random } from '../random.js';
import { random } from '../random.js';
import { Project } from './access.js';

export interface Spellings {
  readonly made: number;
  /** The service answers to the other spelling. */
  readonly taken: number;
  /** Taken by the service, and not refused by us. */
  readonly passed: readonly string[];
  readonly ordinary: number;
  readonly notPushed: readonly string[];
}

const kinds = ['project', 'environmentKey', 'toggle'] as const;

export async function spellingsOf(seed: number, count: number): Promise<Spellings> {
  const project = await Project.made('Spelling2');
  await project.makeEnvironment('prod2');
  await project.makeToggle('checkout2', 'boolean');
  const right = { project: project.key, environmentKey: 'prod2', toggle: 'checkout2' };
  const [by, pool] = [random(seed), characters()];
  let taken = 0;
  const passed: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const kind = by.pick(kinds);
    const key = otherSpelling(right[kind], by, pool);
    const target = targetOf({ ...right, [kind]: key });
    const url = targetUrl(target);
    if (url === undefined || key === right[kind]) continue;
    const { status } = await fetch(url, { headers: { Authorization: token() } });
    if (status !== 200) continue;
    taken += 1;
    if ((await serviceAt(target, url).read()).kind === 'read') passed.push(JSON.stringify(key));
  }
  const notPushed: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const key = `Key-${index}_${by.below(1e9).toString(36)}.x`;
    await project.makeToggle(key, 'boolean');
    const target = targetOf({ ...right, toggle: key });
    const url = targetUrl(target);
    if (url === undefined) throw new Error(`${key} has no address.`);
    const service = serviceAt(target, url);
    const read = await service.read();
    const pushed = read.kind === 'read' ? await service.patch('{"comment":"c","disabled":false}') : undefined;
    if (pushed?.outcome.kind !== 'ok') notPushed.push(key);
  }
  return { made: count, taken, passed, ordinary: count, notPushed };
}

/** Characters by the one that they may be taken for, with ignorable characters under ''. */
type Pool = ReadonlyMap<string, readonly string[]>;

function characters(): Pool {
  const { compare } = new Intl.Collator('und', { sensitivity: 'base' });
  const plain = Array.from('abcdefghijklmnopqrstuvwxyz0123456789_');
  const pool = new Map<string, string[]>([['', []], ...plain.map((each): [string, string[]] => [each, []])]);
  for (let point = 0xa0; point < 0x1_f000; point += 1) {
    const character = String.fromCodePoint(point);
    if (/\p{Cs}|\p{Cn}|\p{Co}|\p{Cc}/u.test(character)) continue;
    if (/\p{M}|\p{Cf}|\p{Default_Ignorable_Code_Point}|[\u06de\u06e9]/u.test(character)) pool.get('')?.push(character);
    else if (/[\p{L}\p{N}]/u.test(character))
      pool.get(plain.find((each) => compare(each, character) === 0) ?? '-')?.push(character);
    // Letters above others, such as U+0366, count as letters.
    if (point >= 0x363 && point <= 0x36f) pool.get('aeioucdhmrtvx'[point - 0x363] ?? '')?.push(character);
  }
  return pool;
}

function otherSpelling(key: string, by: Random, pool: Pool): string {
  const letters = Array.from(key);
  const at = by.below(letters.length);
  const same = [...(pool.get(letters[at]?.toLowerCase() ?? '') ?? []), letters[at]?.toUpperCase() ?? ''];
  if (by.chance(0.5)) letters[at] = by.pick(same);
  else letters.splice(at, 0, by.pick(pool.get('') ?? []));
  return letters.join('');
}

function targetOf(keys: Pick<Target, (typeof kinds)[number]>): Target {
  const baseUrl = process.env['TARGETING_CONTRACT_URL'] ?? '';
  return { ...keys, environment: 'prod', baseUrl, protected: false, api: 'featureprobe' };
}

function serviceAt(target: Target, url: URL): Service {
  const options = { timeoutSeconds: 30, network: plainNetwork };
  return serviceBy({ target, url, token: token() }, ({ method, url: address, token: given, body }) =>
    exchange(
      { method, url: address, token: given, ...(body !== undefined && { body }), ...options },
      new AbortController().signal,
    ),
  );
}

function token(): string {
  return process.env['TARGETING_CONTRACT_TOKEN'] ?? '';
}
