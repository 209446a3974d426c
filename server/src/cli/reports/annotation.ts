import { visible } from './visible.js';

/** A workflow command of GitHub Actions with a message of several lines. What a line may not have in it is escaped as GitHub wants it. */
export function annotation(level: 'error' | 'warning' | 'notice', message: string, file?: string): string {
  const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const lines = message.split('\n').map(visible).join('\n');
  if (file === undefined) return `::${level}::${escaped(lines)}`;
  const place = escaped(visible(file)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} file=${place}::${escaped(lines)}`;
}
