/** The language model tool that explains in words what a targeting file does. */
import { t } from '../../../server/src/core/t.js';
import { fileInWordsRequest } from '../../../server/src/core/protocol.js';
import { answerOf } from '../../../server/src/service/words/answer.js';
import { isTargetingFile } from '../files/ours.js';
import { fileNamed } from './fileNamed.js';
import type { Tool } from './tool.js';
import { shownName } from '../files/shownName.js';

export const explain: Tool = async ({ file }, server) => {
  const { uri } = await fileNamed(file, server, isTargetingFile);
  const lines = await server.ask(fileInWordsRequest, { uri: uri.toString() });
  if (lines === null) throw new Error(t('The file is too large.'));
  return answerOf({ file: shownName(uri) }, { lines });
};
