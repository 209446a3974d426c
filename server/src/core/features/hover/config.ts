/** A field of targeting.config.json: the schema's words and an example, and of a window whether it is open. */
import { t } from '@vscode/l10n';
import type { JsonDocument } from '../../json/document.js';
import type { Path } from '../../json/nodes.js';
import { nodeAt } from '../../json/queries.js';
import type { Schema } from '../../targeting/schema.js';
import { clockIn, isOpenAt, windowOf } from '../../targeting/window.js';

export interface OutsideConfig {
  /** Milliseconds since 1970 in UTC. */
  readonly now: number;
  /** The editor shows what the schema says itself, but for examples. */
  readonly schemaIsKnown?: boolean;
}

/** Paragraphs in Markdown, with their title. */
export function configInWords(
  json: JsonDocument,
  path: Path,
  { title, description, examples }: Schema,
  { now, schemaIsKnown = false }: OutsideConfig,
): readonly string[] {
  const [example] = examples;
  const step = path.at(-1);
  const key = typeof step === 'string' ? `${JSON.stringify(step)}: ` : '';
  const text = nodeAt(json, path)?.value;
  return [
    ...(schemaIsKnown || title === undefined ? [] : [`**${title}**`]),
    ...(schemaIsKnown || description === undefined ? [] : [description]),
    ...(step === 'window' && typeof text === 'string' ? windowNow(text, now) : []),
    ...(example === undefined || step === undefined
      ? []
      : [[t('Example:'), `${fence}json`, key + JSON.stringify(example, null, 2), fence].join('\n')]),
  ];
}

const fence = '```';

function windowNow(text: string, now: number): readonly string[] {
  const window = windowOf(text);
  if (window === undefined) return [];
  const there = clockIn(window, now);
  return [
    isOpenAt(window, now)
      ? t('It is {0} there: the window is open.', there)
      : t('It is {0} there: the window is closed.', there),
  ];
}
