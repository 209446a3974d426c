/**
 * The configurations that docs/editors/ tells users to copy, so that the suites test what is documented. If a section
 * is missing, name it here as the page does.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', 'docs', 'editors');
const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(join(folder, name), 'utf8'));

/** The only code block of a language below the heading that begins like this. */
export function configuration(heading: string, language: 'lua' | 'vim' | 'toml' | 'scm' | 'elisp'): string {
  const [, section = ''] = pages.join('\n').split(`\n## ${heading}`);
  const [text = ''] = section.split(/^##? /m);
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, found]) => found === language);
  const [, , code] = blocks[0] ?? [];
  if (code === undefined || blocks.length > 1)
    throw new Error(`docs/editors/ has ${blocks.length} blocks of ${language} below "## ${heading}".`);
  return code;
}
