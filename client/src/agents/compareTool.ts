/** The language model tool that compares a targeting file with another file or the last commit. */
import { t } from '../../../server/src/core/t.js';
import { changesSinceRequest } from '../../../server/src/core/protocol.js';
import { changesOfBody } from '../../../server/src/core/targeting/state/changes.js';
import type { Plain } from '../../../server/src/core/targeting/state/state.js';
import { readBody } from '../../../server/src/core/targeting/state/state.js';
import { answerOf } from '../../../server/src/service/words/answer.js';
import { isTargetingFile } from '../files/ours.js';
import { committedText } from '../sinceCommit/committed.js';
import { fileNamed } from './fileNamed.js';
import type { Tool } from './tool.js';
import { shownName } from '../files/shownName.js';

export const compare: Tool = async ({ file, with: other }, server) => {
  const document = await fileNamed(file, server, isTargetingFile);
  const { uri, version } = document;
  const before =
    other === undefined ? await committedText(uri) : (await fileNamed(other, server, isTargetingFile)).getText();
  if (before === undefined)
    throw new Error(t('No committed version of this file can be read. Name another targeting file in "with".'));
  const [then, now] = [bodyIn(before), bodyIn(document.getText())];
  if (then === undefined || now === undefined) throw new Error(t('One of the two files is not a single JSON object.'));
  const said = await server.ask(changesSinceRequest, { uri: uri.toString(), version, text: before });
  const people = said?.summary ?? t("It is unknown whether anyone's value changes.");
  return answerOf(
    { file: shownName(uri), people },
    {
      differences: changesOfBody(then, now),
      changes: (said?.changes ?? []).map(({ who, what, detail }) => ({ who, what, detail })),
    },
  );
};

function bodyIn(text: string): Plain | undefined {
  try {
    return readBody(text);
  } catch {
    return undefined;
  }
}
