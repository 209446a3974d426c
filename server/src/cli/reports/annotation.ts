import { resolve } from 'node:path';
import { reportRoot, shownPath } from '../files/paths.js';
import type { Output, World } from '../world.js';
import { visible } from './visible.js';

/**
 * An annotation, as a workflow command of GitHub Actions.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function annotation(
  level: 'error' | 'warning' | 'notice',
  message: string,
  properties: Readonly<Record<string, string | number>> = {},
): string {
  const all = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(String(value))}`);
  return `::${level}${all.length === 0 ? '' : ` ${all.join(',')}`}::${escaped(message)}`;
}

/** Writes a report. Only reports in the format `github` contain annotations. */
export function writeReport(format: string, text: string, output: Pick<Output, 'write' | 'annotate'>): void {
  if (format === 'github') output.annotate(text);
  else output.write(text);
}

/** The path of a file relative to the checkout's root, from which GitHub resolves paths. */
export function pathForGitHub(path: string, { folder, environment }: Pick<World, 'folder' | 'environment'>): string {
  return shownPath(resolve(folder, path), reportRoot(folder, environment['GITHUB_WORKSPACE']));
}

function escaped(text: string): string {
  return visible(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'));
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
