/**
 * `npm run real-service -- rows`: prints sections 1 and 2 of docs/evaluation.md row by row as a real service has them; fails if one
 * differs.
 * `npm run real-service -- edges [--count 400] [--seed 1]`: pushes bodies at the limits of all readers to a real service; prints a table of
 * what we report and what happens, and all bodies that are silently lost or wrongly reported.
 * `npm run real-service -- evaluations [--count 5000] [--seed 1] [--sdk python='python3 sdk.py']`: tries random toggles and users; prints
 * where the server in Rust, and official SDKs, give another result than we say.
 * `npm run real-service -- spellings [--count 500] [--seed 1]`: tries other spellings of keys, to which no push may go, and as many
 * ordinary keys.
 * Needs what the contract test needs (service/contract.test.ts), and TARGETING_CONTRACT_SERVER (access.ts).
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { Row } from './edges.js';
import { edgesOf, rowsOf } from './edges.js';
import type { Tally } from './evaluations.js';
import { evaluationsOf } from './evaluations.js';
import type { Fact } from './rows.js';
import { facts } from './rows.js';
import { nodeSdk, sdkBy } from './sdks.js';
import { spellingsOf } from './spellings.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    sdk: { type: 'string', multiple: true, default: [] },
    all: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);

switch (positionals[0]) {
  case 'edges':
    process.exitCode = edges(await edgesOf(seed, Number(values.count ?? '400')));
    break;
  case 'rows':
    process.exitCode = rows(facts, await rowsOf(facts.map(({ body }) => body)));
    break;
  case 'evaluations': {
    const sdks = [nodeSdk, ...values.sdk.map(sdkBy)];
    process.exitCode = evaluations(await evaluationsOf(seed, Number(values.count ?? '5000'), sdks));
    break;
  }
  case 'spellings': {
    const found = await spellingsOf(seed, Number(values.count ?? '500'));
    console.log(JSON.stringify(found, undefined, 2));
    process.exitCode = found.passed.length + found.notPushed.length > 0 ? 1 : 0;
    break;
  }
  default:
    console.error('Say "rows", "edges", "evaluations" or "spellings".');
    process.exitCode = 2;
}

/** Rows to look at: lost without a report that stops a push, or reported without need. */
function isWrong({ said, happened }: Row): boolean {
  if (happened === 'freezes' || happened === 'vanishes') return said === 'nothing' || said === 'a warning';
  if (happened === 'works otherwise') return said === 'nothing';
  if (happened === 'refused') return said === 'nothing';
  return said === 'freezes' || said === 'vanishes' || said === 'refused';
}

function edges(rows: readonly Row[]): number {
  const counts = new Map<string, number>();
  for (const { said, happened } of rows) {
    const name = `${said} → ${happened}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const [name, count] of [...counts].sort()) console.log(`${name}: ${count}`);
  const shown = values.all ? rows : rows.filter(isWrong);
  for (const { body, said, happened, why } of shown)
    console.log(`${said} → ${happened}: ${JSON.stringify(body.about)} (${body.returnType}); ${why}`);
  return rows.some(isWrong) ? 1 : 0;
}

/** Differences shown for each SDK. */
const SHOWN = 20;

function evaluations({ counts, differences, refused }: Tally): number {
  for (const [name, { same, other, depends }] of counts)
    console.log(`${name}: ${same} as we say, ${other} otherwise, of ${depends} we say that it depends`);
  console.log(`${refused} toggles were refused, or would freeze the environment, and were left out.`);
  for (const name of counts.keys())
    for (const { toggle, said, gave, what } of differences
      .filter(({ evaluator }) => evaluator === name)
      .slice(0, values.all ? undefined : SHOWN))
      console.log(`${name}: ${toggle} gives ${gave}, not ${said}; ${what}`);
  return differences.length === 0 ? 0 : 1;
}

function rows(expected: readonly Fact[], seen: readonly Row[]): number {
  let wrong = 0;
  for (const [index, { section, becomes, variations, body }] of expected.entries()) {
    const row = seen[index];
    const isSo =
      row?.happened === becomes && (variations === undefined || isDeepStrictEqual(row.variations, variations));
    if (!isSo) wrong += 1;
    const received = variations === undefined ? '' : ` as ${JSON.stringify(row?.variations)}`;
    console.log(
      `${isSo ? '' : 'WRONG: '}${section}: ${body.about} ${row?.happened ?? 'was not tried'}${received}; we say ${row?.said ?? ''}`,
    );
  }
  console.log(`${expected.length - wrong} of ${expected.length} rows are as the page says.`);
  return wrong === 0 ? 0 : 1;
}
