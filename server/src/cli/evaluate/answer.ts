/** An evaluation as a line of JSON. Other tools build on it, so the names of its fields are API (docs/command-line.md). */
import type { Results } from '../../core/evaluation/evaluate.js';
import { evaluators } from '../../core/evaluation/sdks/sdks.js';
import type { Toggle } from '../../core/evaluation/toggles.js';

/**
 * @param place of the evaluator whose answer it is; the others are told where they differ from it
 * @param rest further fields
 */
export function answerOf({ variations }: Toggle, results: Results, place = 0, rest: object = {}): string {
  const { outcome = 'depends', rule } = results[place] ?? {};
  const differing = results.flatMap((other, index) =>
    other.outcome === outcome ? [] : [[evaluators[index] ?? '', other.outcome] as const],
  );
  const fields = JSON.stringify({ rule, status: 'ok', sdks: Object.fromEntries(differing), ...rest });
  // What JavaScript would write of a number may be another one.
  const value = typeof outcome === 'number' ? `,"value":${variations[outcome]?.text ?? 'null'}` : '';
  return `{"outcome":${JSON.stringify(outcome)}${value},${fields.slice(1)}`;
}
