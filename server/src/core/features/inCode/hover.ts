/** textDocument/hover in code: the serves of the toggle at the position, by environment. */
import { t } from '../../t.js';
import type { Hover, Position } from 'vscode-languageserver-types';
import { MarkupKind } from 'vscode-languageserver-types';
import { namesOf } from '../codeLens.js';
import { bullets, escapeMarkdown, inlineCode } from '../hover/markdown.js';
import { meantKey } from '../../checks/beside/callsInCode.js';
import type { CodeText, KeyFinding } from './codeText.js';
import { keyAt } from './codeText.js';
import type { TogglesInCode } from './togglesInCode.js';
import { placeInWords } from './togglesInCode.js';

export function hoverInCode(code: CodeText, position: Position, toggles: TogglesInCode): Hover | undefined {
  // A mention may be a coincidence, so mentions have no hover.
  const at = keyAt(code, position);
  const finding = at?.kind === 'mention' ? undefined : at;
  const toggle = finding && toggles.toggle(finding.key);
  if (finding === undefined) return undefined;
  if (toggle === undefined) return finding.isCertain ? withoutFile(finding, toggles) : undefined;
  const { key, name, returnType, places, requiredBy } = toggle;
  const paragraphs = [
    [`**${inlineCode(key)}**`, ...(name === undefined || name === key ? [] : [escapeMarkdown(name)]), returnType ?? '']
      .filter((part) => part !== '')
      .join(' · '),
    places.length === 0 ? t('It has no targeting file.') : bullets(places, (place) => placeInWords(place, toggles)),
    requiredBy.length === 0 ? '' : t('Required by {0}: {1}.', requiredBy.length, escapeMarkdown(namesOf(requiredBy))),
    finding.kind === 'call' && finding.default !== undefined
      ? t('Default here: {0}', inlineCode(JSON.stringify(finding.default)))
      : '',
  ];
  const value = paragraphs.filter((text) => text !== '').join('\n\n');
  return { contents: { kind: MarkupKind.Markdown, value }, range: finding.range };
}

/** The hover for a toggle without a file. It also appears if files may be missing; then no problem is reported. */
function withoutFile({ key, range }: KeyFinding, toggles: TogglesInCode): Hover {
  const meant = meantKey(key, toggles);
  const value = [
    `**${inlineCode(key)}**`,
    t('It has no targeting file.'),
    meant === undefined ? '' : t('Did you mean {0}?', inlineCode(meant)),
  ];
  return { contents: { kind: MarkupKind.Markdown, value: value.filter((text) => text !== '').join('\n\n') }, range };
}
