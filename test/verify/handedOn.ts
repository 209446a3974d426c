/** What the service makes of an environment for server SDKs (docs/evaluation.md 1.5), and a server that returns it. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Condition, Environment, Serve, Toggle, User } from './model.js';

/** Members of a segment have an attribute of that name. */
const memberOf = (segment: string) => `in ${segment}`;

export function attributesOf({ attributes, segments }: User): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(attributes),
    ...Object.fromEntries(Array.from(segments, (key) => [memberOf(key), 'yes'])),
  };
}

/** 5. */
export function bucketOf(user: string, toggle: string): number {
  return createHash('sha1').update(`${user}${toggle}`).digest().readUInt32BE(16) % 10_000;
}

export function segmentsOf(toggles: Iterable<Toggle>): Readonly<Record<string, unknown>> {
  const keys = new Set(
    [...toggles].flatMap(({ content }) =>
      content.rules.flatMap(({ conditions }) =>
        conditions.flatMap((each) => (each.type === 'segment' ? each.objects : [])),
      ),
    ),
  );
  return Object.fromEntries(
    Array.from(keys, (key) => {
      const condition = { type: 'string', subject: memberOf(key), predicate: 'is one of', objects: ['yes'] };
      return [key, { rules: [{ conditions: [condition] }] }];
    }),
  );
}

export function repositoryOf(environment: Environment): string {
  const segments = Object.fromEntries(
    Object.entries(segmentsOf(environment.values())).map(([key, segment]) => [
      key,
      { uniqueId: key, version: 1, ...(segment as object) },
    ]),
  );
  const toggles = Object.fromEntries(Array.from(environment, ([key, toggle]) => [key, handedOn(key, toggle)]));
  return JSON.stringify({ segments, toggles, version: 1, debugUntilTime: 0 });
}

function handedOn(key: string, { disabled, content }: Toggle) {
  const { rules, variations, prerequisites = [], disabledServe, defaultServe } = content;
  return {
    ...{ key, enabled: !disabled, version: 1, forClient: true, trackAccessEvents: false },
    disabledServe: serveOf(disabledServe),
    defaultServe: serveOf(defaultServe),
    rules: rules.map(({ serve, conditions }) => ({
      serve: serveOf(serve),
      conditions: conditions.flatMap(conditionsOf),
    })),
    variations: variations.map(({ value }) => value),
    prerequisites: prerequisites.map((each) => ({ key: each.key, value: each.value })),
  };
}

/** Half-open ranges of buckets. */
function serveOf({ select, split }: Serve) {
  if (split === undefined) return { select };
  let end = 0;
  return { split: { distribution: split.map((share) => [[end, (end += share)]]) } };
}

function conditionsOf(condition: Condition): readonly Condition[] {
  const { type, subject, predicate, leftPredicate = '', rightPredicate = '', rightObjects = [] } = condition;
  const objects = type === 'datetime' ? condition.objects.map(secondsOf) : condition.objects;
  if (predicate !== 'between') return [{ type, subject, predicate, objects }];
  const right = type === 'datetime' ? rightObjects.map(secondsOf) : rightObjects;
  return [
    { type, subject, predicate: leftPredicate, objects },
    { type, subject, predicate: rightPredicate, objects: right },
  ];
}

function secondsOf(instant: string): string {
  return String(Date.parse(instant) / 1_000);
}

export async function serving<T>(environment: Environment, ask: (url: string) => Promise<T>): Promise<T> {
  const body = repositoryOf(environment);
  const server = createServer(({ url }, response) => {
    const isKnown = url?.startsWith('/api/') === true;
    response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(url?.startsWith('/api/server-sdk/toggles') === true ? body : '{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    return await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
