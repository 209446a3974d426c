/** `toggle-targeting explain FILE`: the whole file in words, which depend on nothing but the file; Git shows differences by them. */
import { t } from '@vscode/l10n';
import { fileInWords } from '../../core/features/fileInWords.js';
import { kindOf } from '../../core/targeting/fileNames.js';
import { oneFile } from '../files/oneFile.js';
import { complain, visible } from '../reports/visible.js';
import type { ExitCode, World } from '../world.js';

/** @returns 1 where the file is not one JSON object */
export function explainFile(place: string, world: World): ExitCode {
  const file = oneFile(place, world);
  if (file === undefined) return 2;
  const { uri, path, document } = file;
  if (kindOf(uri) !== 'targeting') return complain(world, t('{0} is not a targeting file.', path));
  world.output.write(`${fileInWords(document).map(visible).join('\n')}\n`);
  return document.root?.kind === 'object' && document.syntaxProblems.length === 0 ? 0 : 1;
}
