/**
 * What a script with the official SDK for Node does of `evaluate --batch`: of each line it parses the JSON, converts the targeting to what the
 * SDK receives, and evaluates it. It checks nothing, and answers for one SDK alone.
 */
import { createInterface } from 'node:readline';
import evaluation from 'featureprobe-server-sdk-node/dist/Evaluate.js';
import sdk from 'featureprobe-server-sdk-node';

for await (const line of createInterface({ input: process.stdin })) {
  const { toggle, targeting, user } = JSON.parse(line);
  const repository = new evaluation.Repository({ toggles: { [toggle]: converted(toggle, targeting) }, segments: {} });
  const asking = new sdk.FPUser(user.key).extendAttrs(user.attributes);
  const found = repository.getToggle(toggle)?.eval(asking, repository.toggles, repository.segments, undefined);
  process.stdout.write(
    `${JSON.stringify({ outcome: found?.variationIndex, value: found?.value, rule: found?.ruleIndex })}\n`,
  );
}

/** @param {string} key @param {any} targeting */
function converted(key, { disabled, content }) {
  return {
    key,
    enabled: !disabled,
    disabledServe: serve(content.disabledServe),
    defaultServe: serve(content.defaultServe),
    rules: content.rules.map((/** @type {any} */ rule) => ({
      serve: serve(rule.serve),
      conditions: rule.conditions.map((/** @type {any} */ condition) =>
        condition.type === 'datetime'
          ? {
              ...condition,
              objects: condition.objects.map((/** @type {string} */ text) => String(Date.parse(text) / 1_000)),
            }
          : condition,
      ),
    })),
    variations: content.variations.map((/** @type {any} */ { value }) => value === 'true'),
    prerequisites: [],
  };
}

/** @param {{ select?: number, split?: number[] }} written */
function serve({ select, split }) {
  if (split === undefined) return { select };
  let end = 0;
  return { split: { distribution: split.map((share) => [[end, (end += share)]]) } };
}
