/** The language of all that people read, in the editor and on the command line: English, or any Chinese. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '@vscode/l10n';

/**
 * To be called before anything is said. Traditional Chinese has no words of its own here, and simplified ones are closer
 * to it than English. Where the package has no words at all, it stays English.
 * @param locale of the editor, as LSP's initialize has it, or of the terminal: `zh-cn`, `zh-Hans`, `en-US`
 */
export function speak(locale: string | undefined): void {
  if (!/^zh(?![a-z])/i.test(locale ?? '')) return;
  try {
    // From dist/. The client has the same words, through VS Code.
    config({ contents: readFileSync(join(__dirname, '../l10n/bundle.l10n.zh-cn.json'), 'utf8') });
  } catch {
    return;
  }
}
