/**
 * select-out-of-range: a serve selects a variation that the file's own list does not have. The service takes it
 * without a word, and SDKs then serve nothing at all (service.md B). Silent when the file has no `variations`, since
 * the service then keeps the list that it has stored.
 */
import type { Path } from '../document/nodes.js';
import { asArray, asObject } from '../document/plain.js';
import { messages } from './catalogue.js';
import type { Finding, Fix } from './problem.js';

export function selectOutOfRange(body: unknown): readonly Finding[] {
  const content = asObject(asObject(body)?.['content']);
  const variations = asArray(content?.['variations']);
  if (content === undefined || variations === undefined) return [];
  return serves(content).flatMap(({ path, serve }): Finding[] => {
    const select = serve['select'];
    if (!Number.isInteger(select)) return [];
    const index = Number(select);
    if (index >= 0 && index < variations.length) return [];
    return [
      {
        code: 'select-out-of-range',
        path: [...path, 'select'],
        at: 'value',
        message: messages.selectOutOfRange(index, variations.length),
        related: [{ path: ['content', 'variations'], message: messages.selectOutOfRangeRelated }],
        // More than a menu can show helps nobody.
        fixes: variations.slice(0, 50).map((variation, i) => replacement([...path, 'select'], i, variation)),
      },
    ];
  });
}

/** Every serve of a content, with its path from the body. */
function serves(
  content: Readonly<Record<string, unknown>>,
): { path: Path; serve: Readonly<Record<string, unknown>> }[] {
  const rules = asArray(content['rules']) ?? [];
  return [
    ...rules.map((rule, i) => ({ path: ['content', 'rules', i, 'serve'], serve: asObject(asObject(rule)?.['serve']) })),
    ...['disabledServe', 'defaultServe'].map((key) => ({ path: ['content', key], serve: asObject(content[key]) })),
  ].flatMap(({ path, serve }) => (serve === undefined ? [] : [{ path, serve }]));
}

function replacement(path: Path, index: number, variation: unknown): Fix {
  return { kind: 'replace-value', path, json: String(index), note: describeVariation(variation) };
}

/** How a variation is named to people: `control = "false"`. */
export function describeVariation(variation: unknown): string {
  const { name, value } = asObject(variation) ?? {};
  // Only scalars are shown: a value of another type is a problem of its own, and may be deeper than any stack.
  const shown = typeof value === 'object' || value === undefined ? '' : JSON.stringify(value);
  const called = typeof name === 'string' ? oneLine(name) : '';
  const served = oneLine(shown);
  return called !== '' && served !== '' ? `${called} = ${served}` : `${called}${served}`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}
