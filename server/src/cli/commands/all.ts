/** All commands, by name. */
import type { Command } from '../command.js';
import { applyCommand } from './services/apply.js';
import { checkCommand } from './check.js';
import { codeCommand } from './code.js';
import { compareCommand } from './compare.js';
import { diffCommand } from './diff.js';
import { driftCommand } from './services/drift.js';
import { evaluateCommand } from './evaluate.js';
import { explainCommand } from './explain.js';
import { exportCommand } from './export.js';
import { gitCommand } from './git.js';
import { planCommand } from './services/plan.js';
import { propagateCommand } from './propagate.js';
import { pullCommand } from './services/pull.js';
import { serveCommand } from './serve.js';
import { stepCommand } from './services/step.js';
import { testCommand } from './test.js';

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
