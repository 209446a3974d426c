/** A toggle of `false` and `true` that serves the second by default. */
import type { ToggleSource } from '../../server/src/core/evaluation/environment.js';

export function booleanToggle(key: string, change: object = {}, disabled = false): ToggleSource {
  return {
    key,
    returnType: 'boolean',
    targeting: {
      disabled,
      content: {
        rules: [],
        disabledServe: { select: 0 },
        defaultServe: { select: 1 },
        variations: [{ value: 'false' }, { value: 'true' }],
        prerequisites: [],
        ...change,
      },
    },
  };
}
