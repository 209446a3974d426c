/** What docs/problems.md says of a problem code, for viewers that show the rules beside their results. */

export interface ManualEntry {
  /** The first sentence. */
  readonly short: string;
  /** The first paragraph, without the severity. */
  readonly full: string;
  /** All of it, with the example and the fix. */
  readonly markdown: string;
}

/** @returns undefined where the page has no section for it, which a test of the repository prevents */
export function manualEntry(manual: string, code: string): ManualEntry | undefined {
  const section = manual.replaceAll('\r\n', '\n').split(`\n## ${code}\n`)[1]?.split('\n## ')[0]?.trim();
  if (section === undefined) return undefined;
  const paragraph = section.split(/\n(?:\n|```)/)[0] ?? '';
  const full = paragraph.replace(/^\*\w+\* · /, '').replaceAll('\n', ' ');
  const short = /^.*?\.(?= |$)/.exec(full)?.[0] ?? full;
  return { short, full, markdown: section };
}
