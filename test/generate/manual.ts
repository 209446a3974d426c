/**
 * Reads the manual of the problem codes: the opening comments of the files in server/src/core/checks, a section for each code.
 *
 *     # split-sum (warning)
 *     What the problem is.
 *     Not reported: the nearest thing that a reader might expect, so that silence is not taken for proof.
 *
 *     Fix: what to do about it.
 *     ---
 *     What only readers of the code need.
 *
 * The code below the comment is not read.
 */
import { createHash } from 'node:crypto';
import { severities } from '../../server/src/core/checks/problem.js';

/** For codes unlike the others: who can set the severity, or when it changes. */
const remarks = [
  'an error for FeatureProbe',
  'not configurable',
  'configurable by the person alone',
  'a rule of the organization',
] as const;

export interface ManualSection {
  readonly code: string;
  readonly severity: string;
  readonly remark: (typeof remarks)[number] | undefined;
  readonly text: string;
  readonly notReported: string;
  /** A block of Markdown, if no fixture can show the problem. */
  readonly example: string | undefined;
  readonly fix: string;
}

export function sectionsOf(source: string, path: string): readonly ManualSection[] {
  const comment = /^\/\*\*\n([^]*?)\n \*\//.exec(source)?.[1] ?? '';
  const [manual = ''] = comment.replace(/^ \* ?/gm, '').split(/^---$/m);
  return manual
    .split(/^# /m)
    .slice(1)
    .map((section) => sectionOf(section, path));
}

function sectionOf(section: string, path: string): ManualSection {
  const [heading = '', ...lines] = section.trim().split('\n');
  const [, code = '', severity = '', words] = /^([a-z-]+) \((\w+)(?:; (.+))?\)$/.exec(heading) ?? [];
  const remark = remarks.find((known) => known === words);
  const body = lines.join('\n');
  const [, text = '', notReported = '', , example, fix = ''] =
    /^([^]+?)\nNot reported: ([^]+?)\n(\n|(```\w+\n[^]*?\n```\n))(Fix: [^]+)$/.exec(body) ?? [];
  if (!/^Not reported: ./m.test(body))
    throw new Error(
      `${path}: "# ${heading}" lacks a line "Not reported: …", after what the problem is. It names the nearest thing that the check does not find.`,
    );
  if (!severities.some((known) => known === severity) || remark !== words || fix === '') {
    throw new Error(
      `${path}: "# ${heading}" is no section of the manual. It is "# code (severity)" with one of ${severities.join(', ')}, ` +
        `then what the problem is, a line "Not reported: …", an empty line, and "Fix: …". A remark behind the severity, as in "(error; not configurable)", is one of: ${remarks.join(', ')}.`,
    );
  }
  return { code, severity, remark, text, notReported, example, fix };
}

/** A section in Chinese. */
export interface Translation extends Pick<ManualSection, 'code' | 'text' | 'notReported' | 'fix'> {
  /** `hashOf` the English section that it translates. */
  readonly of: string;
}

/** Reads `problems.zh-cn.txt`. */
export function translationsOf(source: string): readonly Translation[] {
  return source.split(/^## /m).slice(1).map(translationOf);
}

function translationOf(section: string): Translation {
  const [, code, of, text, notReported, fix] =
    /^([a-z-]+)\n<!-- of: (\w+) -->\n([^]+?)\n\n不报告：([^]+?)\n\n(修复：[^]+)$/.exec(section.trim()) ?? [];
  if (!code || !of || !text || !notReported || !fix) {
    throw new Error(
      `test/generate/problems.zh-cn.txt: a section is "## code", "<!-- of: hash -->", the text, "不报告：…" and "修复：…"; this is not: ${section}`,
    );
  }
  return { code, of, text, notReported, fix };
}

/** Changes with the words of an English section, but not with its line breaks. */
export function hashOf({ text, notReported, fix }: ManualSection): string {
  const words = [text, notReported, fix].join('\n').replace(/\s+/g, ' ');
  return createHash('sha256').update(words).digest('hex').slice(0, 6);
}
