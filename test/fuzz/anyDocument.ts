/** Tries the features and the config reader on random documents: they must answer in time, inside the text. */
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { targetsOf } from '../../server/src/workspace/config/targets.js';
import { codeActions, fixAllKind } from '../../server/src/core/features/actions/fixes.js';
import { completion } from '../../server/src/core/features/completion.js';
import { hover } from '../../server/src/core/features/hover.js';
import { inlayHints } from '../../server/src/core/features/layout/inlayHints.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { commentOf, payload } from '../../server/src/core/features/payload.js';
import { labelOf } from '../support/hints.js';
import { fragment, oddText, targetingText } from './documents.js';
import type { Random } from './random.js';

const clock = { now: 1_795_000_000_000, timeZone: 'Asia/Shanghai', locale: 'en-GB' };
const allHints = { select: true, split: true, index: true, objects: true };
const targetingUri = 'file:///a/dev/toggle.targeting.json';
const configUri = 'file:///a/targeting.config.json';

/** @param limit milliseconds per answer */
export function features(random: Random, count: number, limit: number): void {
  for (let index = 0; index < count; index += 1) {
    const document = OpenDocument.open(random.pick([targetingUri, configUri]), 'json', 1, anyText(random));
    const { text } = document.json;
    const inTime = <T>(work: () => T) => within(text, work, limit);
    for (let place = 0; place < 5; place += 1) {
      const position = document.json.positionAt(random.below(text.length + 1));
      const rest = { start: position, end: document.json.positionAt(text.length) };
      inTime(() => hover(document, position, clock));
      for (const { textEdit } of inTime(() => completion(document, position))) {
        if (textEdit === undefined || !('range' in textEdit)) throw new Error('A completion without its own edit.');
      }
      for (const hint of inTime(() => inlayHints(document, rest, allHints))) {
        if (/[\r\n]/.test(labelOf(hint))) throw new Error('A hint of several lines.');
      }
      inTime(() => codeActions(document, rest, { diagnostics: [] }));
    }
    const whole = { start: { line: 0, character: 0 }, end: document.json.positionAt(text.length) };
    inTime(() => codeActions(document, whole, { diagnostics: [], only: [fixAllKind] }));
    for (const { range } of document.problems) {
      if (document.json.offsetAt(range.end) < document.json.offsetAt(range.start))
        throw new Error('A range from behind.');
    }
    inTime(() => payload(document.json));
    inTime(() => commentOf(document.json));
  }
}

export function config(random: Random, count: number, limit: number): void {
  for (let index = 0; index < count; index += 1) {
    const text = random.chance(0.2) ? anyText(random) : configText(random);
    within(text, () => targetsOf(parseConfig(text), configUri, targetingUri), limit);
  }
}

function anyText(random: Random): string {
  const pieces = Array.from({ length: random.below(30) }, () =>
    random.chance(0.7) ? oddText(random) : fragment(random),
  );
  if (random.chance(0.3)) return pieces.join('');
  const text = targetingText(random, random.pick([0, 300, 3_000]));
  const at = random.below(text.length + 1);
  return (
    text.slice(0, at) + (random.chance(0.5) ? pieces.slice(0, 3).join('') : '') + text.slice(at + random.below(20))
  );
}

function configText(random: Random): string {
  const value = () =>
    random.pick([
      ...['"https://a"', '"http://localhost:1"', '"x"', '1', 'true', '{}', '[]', '"{toggle}.targeting.json"'],
      ...['"{environment}/{toggle}.targeting.json"', '"{toggle}{toggle}.targeting.json"'],
      '"((((.*)*)*)*){toggle}.targeting.json"',
    ]);
  const keys = ['baseUrl', 'project', 'environments', 'files', 'problems', '__proto__', 'unknown'];
  const environments = `{${random.pick(['dev', 'a/b', '', '__proto__', 'online']).replace(/.*/, (name) => JSON.stringify(name))}:{"protected":${value()},"key":${value()}}}`;
  const properties = keys.flatMap((key) =>
    random.chance(0.3) ? [] : [`"${key}":${key === 'environments' && random.chance(0.8) ? environments : value()}`],
  );
  return `{${properties.join(random.pick([',', ',', ' ']))}}`;
}

function within<T>(text: string, work: () => T, limit: number): T {
  const start = performance.now();
  const result = work();
  const time = performance.now() - start;
  if (time > limit) throw new Error(`It took ${time.toFixed(0)} ms: ${JSON.stringify(text.slice(0, 2_000))}`);
  return result;
}
