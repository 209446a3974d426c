/** Explains why a targeting file does not reach any user. */
import { t } from '../../t.js';
import { syntaxProblem } from '../../checks/text/syntax.js';
import type { Evaluated } from '../evaluated.js';
import { obstacleInWords } from '../reasons/reasonWords.js';

export function obstacleOf({ arrival, json }: Evaluated): string | undefined {
  if (arrival.obstacle !== undefined) return obstacleInWords(arrival.obstacle);
  const [first] = json.syntaxProblems;
  return first && t('Line {0}: {1}', json.positionAt(first.start).line + 1, syntaxProblem(first).message);
}
