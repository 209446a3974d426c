/** Writes docs/problems.md and docs/problems.zh-cn.md: for each code its severity, meaning, limit, an annotated example (`example.txt`) and the result of its fix. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '@vscode/l10n';
import { short } from '../../server/src/core/checks/words.js';
import { codeActions } from '../../server/src/core/features/actions/fixes.js';
import { annotate, open, withoutAnnotations } from '../support/annotated.js';
import { editsApplied, shownIn } from '../support/fixes.js';
import { fixtureUri } from '../support/fixtureUri.js';
import { chineseSections, manualSections } from './lists.js';
import type { ManualSection } from './manual.js';

interface Words {
  readonly severities: Readonly<Record<string, string>>;
  readonly notReported: string;
  readonly after: (title: string) => string;
}

const english: Words = {
  severities: { error: 'error', warning: 'warning', information: 'information', hint: 'hint' },
  notReported: '*Not reported:* ',
  after: (title) => `“${title}” makes of it:`,
};

const chinese: Words = {
  severities: {
    error: '错误（error）',
    warning: '警告（warning）',
    information: '信息（information）',
    hint: '提示（hint）',
  },
  notReported: '*不报告*：',
  after: (title) => `快速修复“${title}”的结果：`,
};

/** @returns the text of each page, by its path from the root */
export function pages(root: string): ReadonlyMap<string, string> {
  return new Map([
    ['docs/problems.md', problemsPage(root)],
    ['docs/problems.zh-cn.md', chinesePage(root)],
  ]);
}

function problemsPage(root: string): string {
  const sections = manualSections(root).map((section) => page(section, root, english));
  return `# Problems

Every problem that Toggle Targeting reports, by its code. Written by \`npm run generate\` from the checks in \`server/src/core/checks\`
and their examples in \`test/fixtures\`; edit those.

${sections.join('\n')}`;
}

/** Has the text of `problems.zh-cn.txt`; the messages and fixes of the examples are Chinese, too. */
function chinesePage(root: string): string {
  const translations = new Map(chineseSections(root).map(({ code, ...words }) => [code, words]));
  const shown = manualSections(root).filter(({ code }) => translations.has(code));
  config({ contents: readFileSync(join(root, 'l10n/bundle.l10n.zh-cn.json'), 'utf8') });
  try {
    const sections = shown.map((section) => page({ ...section, ...translations.get(section.code) }, root, chinese));
    return `# 问题代码说明

Toggle Targeting 最常报告的 ${shown.length} 种问题，按问题代码列出；其余的见[英文页面](problems.md)。本页由 \`npm run generate\`
根据 \`test/generate/problems.zh-cn.txt\` 和 \`test/fixtures\` 中的示例生成，请修改那些文件。

${sections.join('\n')}`;
  } finally {
    config({ contents: {} });
  }
}

function page(
  { code, severity, text, notReported, example, fix }: ManualSection,
  root: string,
  { severities, notReported: label, after }: Words,
): string {
  const what = `## ${code}\n*${severities[severity]}* · ${text}\n\n${label}${notReported}\n`;
  if (example !== undefined) return `${what}${example}${fix}\n`;
  const path = join(root, 'test/fixtures', code, 'example.txt');
  if (!existsSync(path))
    throw new Error(`test/fixtures/${code}/example.txt is missing: a small file that has the problem.`);
  const source = withoutAnnotations(readFileSync(path, 'utf8')).trimEnd();
  const uri = fixtureUri(`${code}/example`);
  // Comments at the left edge keep the carets in place.
  const shown = annotate(source, uri).replace(/^ {2}(?= *\^)/gm, '//');
  return `${what}${block(shown)}${fix}\n${fixed({ code, source, uri }, after)}`;
}

/** The result of the first fix, if there is one. */
function fixed(
  { code, source, uri }: { readonly code: string; readonly source: string; readonly uri: string },
  after: Words['after'],
): string {
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
  return `\n${after(title)}\n${block(editsApplied(source, action.edit?.changes?.[uri] ?? []))}`;
}

function block(text: string): string {
  return `\`\`\`jsonc\n${text}\n\`\`\`\n`;
}
