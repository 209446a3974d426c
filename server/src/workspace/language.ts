/** The language of all messages, in the editor and on the command line: English or Chinese. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '@vscode/l10n';

/**
 * Must be called before the first message is created. Traditional Chinese locales get Simplified Chinese, not English;
 * in VS Code, whose own part of our texts would be English, the client asks for English.
 * @param locale the locale of the editor or the terminal, such as `zh-cn`, `zh-Hans` or `en-US`
 */
export function loadLanguage(locale: string | undefined): void {
  if (!/^zh(?![a-z])/i.test(locale ?? '')) return;
  try {
    // The path is relative to dist/. The client gets the same translations from VS Code.
    config({ contents: readFileSync(join(__dirname, '../l10n/bundle.l10n.zh-cn.json'), 'utf8') });
  } catch {
    return;
  }
}
