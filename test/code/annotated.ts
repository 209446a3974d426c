/**
 * Annotates code with its findings, each below its line. No line of code begins with `^`.
 *
 *     fp.boolValue("new_ui", false);
 *                  ^^^^^^^^ call boolean: new_ui by fp.boolValue/2, default false
 */
import { parseWrapper } from '../../server/src/core/code/calls.js';
import { languageOf } from '../../server/src/core/code/lexer/languages.js';
import type { Finding } from '../../server/src/core/code/readCode.js';
import { readCode } from '../../server/src/core/code/readCode.js';

export const keys: ReadonlySet<string> = new Set(['new_ui', 'plan', 'limits', 'checkout']);

export const wrappers = ['Flags.isOn(key)', 'toggle(_, key, default)'].map((signature) => {
  const wrapper = parseWrapper(signature);
  if (wrapper === undefined) throw new Error(`No signature: ${signature}`);
  return wrapper;
});

export function findingsIn(text: string, fileName: string): readonly Finding[] {
  const language = languageOf(fileName);
  if (language === undefined) throw new Error(`No language of ours: ${fileName}`);
  return readCode(text, language, (key) => keys.has(key), wrappers).findings;
}

export function annotate(text: string, fileName: string): string {
  const findings = findingsIn(text, fileName);
  let from = 0;
  return text
    .split('\n')
    .flatMap((line) => {
      const inLine = findings.filter((finding) => finding.from >= from && finding.from <= from + line.length);
      const notes = inLine.map((finding) => {
        const length = Math.min(finding.to - finding.from, from + line.length - finding.from);
        return `${' '.repeat(finding.from - from)}${'^'.repeat(Math.max(1, length))} ${words(finding)}`;
      });
      from += line.length + 1;
      return [line, ...notes];
    })
    .join('\n');
}

export function withoutAnnotations(annotated: string): string {
  return annotated
    .split('\n')
    .filter((line) => !/^ *\^/.test(line))
    .join('\n');
}

function words(finding: Finding): string {
  const kind = finding.isCertain ? finding.kind : `perhaps ${finding.kind}`;
  switch (finding.kind) {
    case 'constant':
      return `${kind}: ${finding.name} is ${finding.key}`;
    case 'mention':
      return `${kind}: ${finding.key}${finding.isInComment ? ', in a comment' : ''}`;
    case 'call':
      return `${kind} ${finding.asks}: ${finding.key} by ${called(finding)}`;
    case 'unreadable':
      return `${kind} ${finding.asks}: ${finding.name ?? (finding.prefix === undefined ? '?' : `${finding.prefix}…`)} by ${called(finding)}`;
  }
}

function called(finding: Finding & { kind: 'call' | 'unreadable' }): string {
  const receiver = finding.receiver === undefined ? '' : `${finding.receiver.replace(/\s+/g, ' ')}.`;
  const byDefault = finding.default === undefined ? '' : `, default ${JSON.stringify(finding.default)}`;
  return `${receiver}${finding.method}/${finding.count}${byDefault}`;
}
