/**
 * Questions before a push of many files: a comment for files without one; in protected environments, a confirmation,
 * and the typed name for serious changes. Does not import vscode.
 */
import { t } from '../../core/t.js';
import type { Target } from '../../core/protocol.js';
import { percent } from '../../core/targeting/values/shares.js';
import { protectionLine } from '../protection.js';
import { movesMany } from '../push/risk.js';
import { environmentsName, hostOf, namesOf } from '../http/target.js';
import { word } from '../words/harmless.js';
import { firstOf, listOf, sentencesOf } from '../../core/targeting/joined.js';
import type { ReadyToPush } from './planned.js';

export interface ConsentPorts {
  /** If more than this percentage of a rule's or the default's users get another value, the name must be typed. */
  readonly typedShare: number;
  /** Asks for a comment; undefined if the person cancels. `pushes`: true if no further question follows. */
  readonly askComment: (environment: string, pushes: boolean) => Promise<string | undefined>;
  readonly confirm: (
    environment: string,
    question: { readonly title: string; readonly lines: readonly string[]; readonly pushes: boolean },
  ) => Promise<boolean>;
  /** Asks the person to type the environment's name. */
  readonly typeName: (typed: string, prompt: string) => Promise<boolean>;
}

/** Asks all questions. @returns the comment for files without a comment, which may be empty; undefined if canceled */
export async function askConsent(
  ports: ConsentPorts,
  environment: string,
  files: readonly ReadyToPush[],
  leftOut: readonly string[],
): Promise<string | undefined> {
  const inProtected = files.filter(({ checked }) => checked.target.protected);
  const keysOf = (some: readonly ReadyToPush[]) => [
    ...new Set(some.map(({ checked }) => checked.target.environmentKey)),
  ];
  const needsComment = files.some(({ checked }) => checked.comment === undefined);
  const pushes = inProtected.length === 0;
  const comment = needsComment ? await ports.askComment(environmentsName(environment, keysOf(files)), pushes) : '';
  if (comment === undefined || pushes) return comment;
  const keys = keysOf(inProtected);
  const name = environmentsName(environment, keys);
  const title =
    inProtected.length === 1
      ? t('Push {0} to the protected environment {1}?', word(inProtected[0]?.checked.target.toggle ?? ''), name)
      : t('Push {0} toggles to the protected environment {1}?', inProtected.length, name);
  // The person types the service's key, or the config's name if there are several keys.
  const typed = keys.length === 1 ? (keys[0] ?? environment) : environment;
  const prompt = gravePrompt(inProtected, ports.typedShare, { name, typed });
  const lines = [...linesOf(inProtected, comment), ...(leftOut.length === 0 ? [] : ['', ...leftOut])];
  if (!(await ports.confirm(name, { title, lines, pushes: prompt === undefined }))) return undefined;
  return prompt === undefined || (await ports.typeName(typed, prompt)) ? comment : undefined;
}

/** Lists each address with its toggles, one per line, then the comment if all files share one comment. */
function linesOf(files: readonly ReadyToPush[], comment: string): readonly string[] {
  const comments = new Set(files.map((file) => commentOf(file, comment)));
  const lineOf = ({ who, checked }: ReadyToPush) => t('{0}: {1}', word(checked.target.toggle), who);
  // Toggles with warnings are always listed.
  const isGrave = ({ checkFirst, isFirst }: ReadyToPush) => checkFirst.length > Number(isFirst);
  const groups = new Map<string, Record<'lines', readonly string[]> & Record<'grave' | 'others', string[]>>();
  for (const file of files) {
    const lines = whereLines(file.checked.target);
    const group = groups.get(lines.join('\n')) ?? { lines, grave: [], others: [] };
    group[isGrave(file) ? 'grave' : 'others'].push(lineOf(file));
    groups.set(lines.join('\n'), group);
  }
  const blocks = [...groups.values()].flatMap(({ lines, grave, others }) => {
    return [...lines, '', ...firstOf([...grave, ...others], Math.max(20, grave.length)), ''];
  });
  return comments.size === 1
    ? [...blocks, ...[...comments].map((each) => t('Comment: {0}', each))]
    : blocks.slice(0, -1);
}

export function commentOf({ checked, proposal }: ReadyToPush, asked: string): string {
  return checked.comment ?? (asked.trim() === '' ? proposal : asked);
}

function whereLines(target: Target): readonly string[] {
  const { environment, project } = namesOf(target);
  return [
    t('Host: {0}', hostOf(target)),
    t('Project: {0}', project),
    t('Environment: {0}', environment),
    ...protectionLine(target),
  ];
}

/** The prompt to type the environment's name; undefined if no change is serious. */
function gravePrompt(
  files: readonly ReadyToPush[],
  typedShare: number,
  { name, typed }: { readonly name: string; readonly typed: string },
): string | undefined {
  const toggles = (some: readonly ReadyToPush[]) =>
    listOf(firstOf(some.map(({ checked }) => word(checked.target.toggle))));
  const disabled = files.filter(({ risk }) => risk.disables);
  const moving = files.filter(({ risk }) => !risk.disables && movesMany(risk, typedShare));
  const most = Math.max(0, ...moving.map(({ risk }) => risk.impact.most));
  const disables = t('This disables {0} in {1}.', toggles(disabled), name);
  const moves = t(
    'In {1}, the value changes for up to {0} of the users of one rule or the default.',
    percent(most),
    toggles(moving),
  );
  const sentences = [...(disabled.length > 0 ? [disables] : []), ...(moving.length > 0 ? [moves] : [])];
  return sentences.length === 0 ? undefined : sentencesOf([...sentences, t('Type {0} to continue.', word(typed))]);
}
