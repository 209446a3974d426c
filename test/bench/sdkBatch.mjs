/**
 * Does with the official SDK for Node what `evaluate --batch` does: parses the JSON of each line, converts the targeting to what the SDK
 * receives, and evaluates it. It checks nothing, and knows only string conditions and serves without splits.
 */
import { createInterface } from 'node:readline';
import evaluation from 'featureprobe-server-sdk-node/dist/Evaluate.js';
import sdk from 'featureprobe-server-sdk-node';

for await (const line of createInterface({ input: process.stdin })) {
  const { toggle: key, targeting, user } = JSON.parse(line);
  const { disabled, content } = targeting;
  const variations = content.variations.map((/** @type {any} */ { value }) => value === 'true');
  const received = { ...content, key, enabled: !disabled, variations, prerequisites: [] };
  const { toggles, segments } = new evaluation.Repository({ toggles: { [key]: received }, segments: {} });
  const asking = new sdk.FPUser(user.key).extendAttrs(user.attributes);
  const found = toggles[key]?.eval(asking, toggles, segments, undefined);
  console.log(JSON.stringify({ outcome: found?.variationIndex, value: found?.value, rule: found?.ruleIndex }));
}
