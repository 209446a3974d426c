/** A field of targeting.config.json: the schema's words and an example. */
import { t } from '@vscode/l10n';
import type { Path } from '../../json/nodes.js';
import type { Schema } from '../../targeting/schema.js';

/**
 * @param schemaIsKnown the editor shows what the schema says itself, but for examples
 * @returns paragraphs in Markdown, with their title
 */
export function configInWords(
  path: Path,
  { title, description, examples }: Schema,
  schemaIsKnown = false,
): readonly string[] {
  const [example] = examples;
  const step = path.at(-1);
  const key = typeof step === 'string' ? `${JSON.stringify(step)}: ` : '';
  return [
    ...(schemaIsKnown || title === undefined ? [] : [`**${title}**`]),
    ...(schemaIsKnown || description === undefined ? [] : [description]),
    ...(example === undefined || step === undefined
      ? []
      : [[t('Example:'), `${fence}json`, key + JSON.stringify(example, null, 2), fence].join('\n')]),
  ];
}

const fence = '```';
