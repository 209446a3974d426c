/** `toggle-targeting explain FILE`: describes a file. Git compares descriptions, so they depend only on the file. */
import { t } from '../../core/t.js';
import { fileInWords } from '../../core/features/fileInWords.js';
import { kindOf } from '../../core/targeting/fileNames.js';
import { oneFile } from '../files/oneFile.js';
import { printErrors, visible } from '../reports/visible.js';
import type { ExitCode, World } from '../world.js';

/** @returns 1 if the file is not a single JSON object, 2 on errors */
export function explainFile(place: string, world: World): ExitCode {
  const file = oneFile(place, world);
  if (file === undefined) return 2;
  const { uri, path, document } = file;
  if (kindOf(uri) !== 'targeting') return printErrors(world, t('{0} is not a targeting file.', path));
  world.output.write(`${fileInWords(document).map(visible).join('\n')}\n`);
  return document.root?.kind === 'object' && document.syntaxProblems.length === 0 ? 0 : 1;
}
