/** All commands, by name. */
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
import { propagateCommand } from './propagateCommand.js';
import { pullCommand } from './services/pullCommand.js';
import { serveCommand } from './serveCommand.js';
import { stepCommand } from './services/stepCommand.js';
import { testCommand } from './testCommand.js';

export const commands: Readonly<Record<string, Command>> = {
  check: checkCommand,
  evaluate: evaluateCommand,
  explain: explainCommand,
  test: testCommand,
  diff: diffCommand,
  compare: compareCommand,
  code: codeCommand,
  export: exportCommand,
  serve: serveCommand,
  propagate: propagateCommand,
  step: stepCommand,
  git: gitCommand,
  plan: planCommand,
  apply: applyCommand,
  drift: driftCommand,
  pull: pullCommand,
};
