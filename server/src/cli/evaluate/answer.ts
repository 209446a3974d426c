/** Prints an evaluation as a line of JSON. Its field names are API for other tools (docs/command-line.md). */
import type { Results } from '../../core/evaluation/evaluate.js';
import { evaluators } from '../../core/evaluation/sdks/sdks.js';
import type { Toggle } from '../../core/evaluation/toggles.js';

/** @param place the index of the chosen evaluator; other evaluators are listed if their results differ */
export function answerOf({ variations }: Toggle, results: Results, place = 0, rest: object = {}): string {
  const { outcome = 'depends', rule } = results[place] ?? {};
  const differing = results.flatMap((other, index) =>
    other.outcome === outcome ? [] : [[evaluators[index] ?? '', other.outcome] as const],
  );
  const fields = JSON.stringify({ rule, status: 'ok', sdks: Object.fromEntries(differing), ...rest });
  // The value is copied from the source text, because JavaScript may print a number differently.
  const value = typeof outcome === 'number' ? `,"value":${variations[outcome]?.text ?? 'null'}` : '';
  return `{"outcome":${JSON.stringify(outcome)}${value},${fields.slice(1)}`;
}
