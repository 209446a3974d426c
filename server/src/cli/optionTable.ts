/** All options, and the commands that have them. */
import { deployCommands } from './deploy/options.js';

/** As `parseArgs` takes them. */
export const known = {
  format: { type: 'string' },
  'fail-on': { type: 'string' },
  fix: { type: 'boolean' },
  check: { type: 'boolean' },
  batch: { type: 'boolean' },
  user: { type: 'string' },
  key: { type: 'string' },
  attribute: { type: 'string', multiple: true },
  segment: { type: 'string', multiple: true },
  now: { type: 'string' },
  bucket: { type: 'string' },
  'return-type': { type: 'string' },
  sdk: { type: 'string' },
  coverage: { type: 'boolean' },
  mutate: { type: 'boolean' },
  git: { type: 'string' },
  env: { type: 'string' },
  out: { type: 'string' },
  'exit-code': { type: 'boolean' },
  'yes-to': { type: 'string', multiple: true },
  blind: { type: 'string', multiple: true },
  'allow-share': { type: 'string' },
  'allow-warnings': { type: 'boolean' },
  submit: { type: 'boolean' },
  comment: { type: 'string' },
  toggle: { type: 'string', multiple: true },
  all: { type: 'boolean' },
  timeout: { type: 'string' },
  global: { type: 'boolean' },
  local: { type: 'boolean' },
  'marker-size': { type: 'string' },
  'max-share': { type: 'string' },
  'follow-links': { type: 'boolean' },
  'stdin-file-path': { type: 'string' },
  'max-problems': { type: 'string' },
  quiet: { type: 'boolean' },
  color: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

export const optionNames = Object.keys(known) as readonly (keyof typeof known)[];

/** The commands, with the options that each has. */
export const commands: Readonly<Record<string, readonly string[]>> = {
  check: ['format', 'fail-on', 'fix', 'stdin-file-path', 'max-problems', 'quiet', 'color', 'no-color', 'follow-links'],
  format: ['check', 'follow-links'],
  evaluate: ['batch', 'user', 'key', 'attribute', 'segment', 'now', 'bucket', 'return-type', 'sdk', 'format'],
  explain: [],
  diff: ['git', 'format', 'max-share'],
  git: ['global', 'local', 'marker-size'],
  test: ['format', 'coverage', 'mutate', 'follow-links'],
  ...deployCommands,
};
