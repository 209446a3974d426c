/** Writes docs/problems.md: for each code its severity, meaning, limit, an annotated example (`example.txt`) and the result of its fix. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { short } from '../../server/src/core/checks/words.js';
import { codeActions } from '../../server/src/core/features/actions/fixes.js';
import { annotate, open, withoutAnnotations } from '../support/annotated.js';
import { editsApplied, shownIn } from '../support/fixes.js';
import { fixtureUri } from '../support/fixtureUri.js';
import { manualSections } from './lists.js';
import type { ManualSection } from './manual.js';

export const pagePath = 'docs/problems.md';

export function problemsPage(root: string): string {
  const sections = manualSections(root).map((section) => `## ${section.code}\n${page(section, root)}`);
  return `# Problems

Every problem that Toggle Targeting reports, by its code. Written by \`npm run generate\` from the checks in \`server/src/core/checks\`
and their examples in \`test/fixtures\`; edit those.

${sections.join('\n')}`;
}

function page({ code, severity, text, notReported, example, fix }: ManualSection, root: string): string {
  const what = `*${severity}* · ${text}\n\n*Not reported:* ${notReported}\n`;
  if (example !== undefined) return `${what}${example}${fix}\n`;
  const path = join(root, 'test/fixtures', code, 'example.txt');
  if (!existsSync(path))
    throw new Error(`test/fixtures/${code}/example.txt is missing: a small file that has the problem.`);
  const source = withoutAnnotations(readFileSync(path, 'utf8')).trimEnd();
  const uri = fixtureUri(`${code}/example`);
  // Comments at the left edge keep the carets in place.
  const shown = annotate(source, uri).replace(/^ {2}(?= *\^)/gm, '//');
  return `${what}${block(shown)}${fix}\n${fixed(code, source, uri)}`;
}

/** The result of the first fix, if there is one. */
function fixed(code: string, source: string, uri: string): string {
  const document = open(source, uri);
  const diagnostic = shownIn(document).find((each) => each.code === code);
  if (diagnostic === undefined) {
    throw new Error(
      `No check finds ${code} in test/fixtures/${code}/example.txt. Either the check is not generated in yet (\`npm run generate\`), or it reports nothing there: does it need \`reads\`?`,
    );
  }
  const actions = codeActions(document, diagnostic.range, { diagnostics: [diagnostic], only: ['quickfix'] });
  const action = actions.find(({ diagnostics }) => diagnostics?.includes(diagnostic));
  if (action === undefined) return '';
  const title = short(action.title);
  return `\n“${title}” makes of it:\n${block(editsApplied(source, action.edit?.changes?.[uri] ?? []))}`;
}

function block(text: string): string {
  return `\`\`\`jsonc\n${text}\n\`\`\`\n`;
}
