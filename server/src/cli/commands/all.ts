/** All commands in the order of `--help`, with its headings. */
import { t } from '../../core/t.js';
import type { Command } from '../command.js';
import { applyCommand } from './services/applyCommand.js';
import { checkCommand } from './checkCommand.js';
import { codeCommand } from './codeCommand.js';
import { compareCommand } from './compareCommand.js';
import { diffCommand } from './diffCommand.js';
import { driftCommand } from './services/driftCommand.js';
import { evaluateCommand } from './evaluateCommand.js';
import { explainCommand } from './explainCommand.js';
import { exportCommand } from './exportCommand.js';
import { gitCommand } from './gitCommands.js';
import { planCommand } from './services/planCommand.js';
import { promoteCommand } from './promoteCommand.js';
import { pullCommand } from './services/pullCommand.js';
import { serveCommand } from './serveCommand.js';
import { stepCommand } from './services/stepCommand.js';
import { testCommand } from './testCommand.js';

export const commands: Readonly<Record<string, Command>> = {
  check: checkCommand,
  diff: diffCommand,
  plan: planCommand,
  apply: applyCommand,
  pull: pullCommand,
  evaluate: evaluateCommand,
  explain: explainCommand,
  test: testCommand,
  compare: compareCommand,
  promote: promoteCommand,
  step: stepCommand,
  drift: driftCommand,
  code: codeCommand,
  serve: serveCommand,
  export: exportCommand,
  git: gitCommand,
};

/** The headings in `--help`, each by the first command below the heading. */
export const headings: Readonly<Record<string, () => string>> = {
  evaluate: () => t('Who gets what'),
  promote: () => t('Rolling out'),
  code: () => t('Code'),
};
