import { resolve } from 'node:path';
import { reportRoot, shownPath } from '../files/paths.js';
import type { Output, World } from '../world.js';
import { visible } from './visible.js';

/**
 * A workflow command of GitHub Actions. What may not stand in it is escaped as GitHub wants it.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 * @param properties in their order, the file first
 */
export function annotation(
  level: 'error' | 'warning' | 'notice',
  message: string,
  properties: Readonly<Record<string, string | number>> = {},
): string {
  const all = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(String(value))}`);
  return `::${level}${all.length === 0 ? '' : ` ${all.join(',')}`}::${escaped(message)}`;
}

/** Only a report for GitHub has annotations. */
export function writeReport(format: string, text: string, output: Pick<Output, 'write' | 'annotate'>): void {
  if (format === 'github') output.annotate(text);
  else output.write(text);
}

/** Where GitHub looks for a file that is named from the folder that the command runs in. */
export function pathForGitHub(path: string, { folder, environment }: Pick<World, 'folder' | 'environment'>): string {
  return shownPath(resolve(folder, path), reportRoot(folder, environment['GITHUB_WORKSPACE']));
}

function escaped(text: string): string {
  return visible(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'));
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
