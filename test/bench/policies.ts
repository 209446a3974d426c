/** What rules of the organisation cost with each letter: the same letters typed into the same file, with all rules on and without, in turn. */
import { breaksToggleName } from '../../server/src/core/checks/toggleName.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { parse } from '../../server/src/core/json/document.js';
import type { Change } from '../../server/src/core/json/text.js';
import type { PoliciesOfFile } from '../../server/src/core/targeting/policy.js';
import { policyOf } from '../../server/src/core/targeting/policy.js';
import { median, number, quantile, table } from './figures.js';
import { shape } from './shapes.js';

/** Of a file that keeps them: what breaks rules costs what as many other problems do. */
export function keystrokesWithRules(counts: readonly number[], rounds: number): string {
  const rows = counts.map((count) => {
    const { text, place } = fileOf(count);
    const { line, character } = parse(text).positionAt(place);
    const [without, all] = [new Typing(text, undefined), new Typing(text, allRules())];
    if (all.problems > without.problems) throw new Error('The file breaks a rule.');
    for (let round = 0; round < rounds * lettersInRound; round += 1) {
      const change = letter(line, character, round);
      const isCounted = round >= (rounds * lettersInRound) / 3;
      for (const typing of round % 2 === 0 ? [without, all] : [all, without]) typing.type(change, isCounted);
    }
    const [plain, held] = [without.times, all.times];
    return [
      ...[String(count), number(median(plain) * 1_000), number(median(held) * 1_000)],
      ...[number(median(held) / median(plain)), number(quantile(held, 0.95) / quantile(plain, 0.95))],
    ];
  });
  const head = ['rules of the file', 'letter without, µs', 'letter with, µs', 'with : without', 'with : without, p95'];
  return table(head, rows);
}

const lettersInRound = 40;

const rules = {
  attributes: { city: 'string', age: 'number', email: 'string', plan: 'any', app_version: 'semver' },
  'toggle-name': '^[a-z][a-z0-9_]{2,60}$',
  require: ['comment', 'rule-name', 'variation-description', 'tests', 'owner'],
  'max-rules': 100_000,
  forbid: ['matches regex', 'does not match regex'],
  'max-step': 25,
  dependents: 'ask',
  window: 'Mon-Thu 08:00-17:00 Europe/Paris',
};

function allRules(): PoliciesOfFile {
  const policy = policyOf(rules);
  return {
    ...{ toggle: 'toggle', hasTests: true, owners: ['@team'] },
    policies: [{ policy, environments: undefined, nameBreaks: breaksToggleName('toggle', policy) }],
  };
}

function fileOf(count: number) {
  const perRule = shape('rules', 200_000).text.length / rulesIn(shape('rules', 200_000).text);
  const { text } = shape('rules', 600 + Math.round(count * perRule));
  const described = text.replaceAll('"description": ""', '"description": "what users get"');
  const half = described.indexOf('"name"', described.length / 3);
  return { text: described, place: described.indexOf('"', half + '"name"'.length) + 2 };
}

function rulesIn(text: string): number {
  return text.split('"conditions"').length - 1;
}

/** A letter, and in the next turn its removal. */
function letter(line: number, character: number, round: number): Change {
  const start = { line, character };
  const isRemoval = Math.floor(round / 2) % 2 === 1;
  return { range: { start, end: { line, character: character + (isRemoval ? 1 : 0) } }, text: isRemoval ? '' : 'x' };
}

class Typing {
  readonly times: number[] = [];
  #document: OpenDocument;

  constructor(text: string, policies: PoliciesOfFile | undefined) {
    this.#document = OpenDocument.open('file:///bench/toggle.targeting.json', 'json', 1, text, {
      policies: () => policies,
    });
  }

  get problems(): number {
    return this.#document.problems.length;
  }

  type(change: Change, isCounted: boolean): void {
    const start = performance.now();
    this.#document = this.#document.changed([change], this.#document.version + 1);
    if (this.#document.problems.length < 0) return;
    if (isCounted) this.times.push(performance.now() - start);
  }
}
