/**
 * The language of all that people read: English, or Chinese for an editor that speaks any Chinese. The words themselves
 * are l10n/bundle.l10n.zh-cn.json's, which the client shares; only a Chinese editor pays for reading them.
 */
import { config } from '@vscode/l10n';

/**
 * To be awaited before anything is answered.
 * @param locale of the editor, as LSP's initialize has it: `zh-cn`, `zh-Hans`, `en-US`
 */
export async function speak(locale: string | undefined): Promise<void> {
  if (!/^zh(?![a-z])/i.test(locale ?? '')) return;
  const { default: contents } = await import('../../l10n/bundle.l10n.zh-cn.json', { with: { type: 'json' } });
  config({ contents });
}
