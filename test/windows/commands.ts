/** Commands that print the same bytes on Windows and on Linux, and leave the same files. */

/** They run in a repository with a commit, a change of each environment, and code. */
export const commands: readonly (readonly string[])[] = [
  ...['check', 'evaluate', 'explain', 'test', 'diff', 'compare', 'code', 'export', 'promote', 'step'].map((command) => [
    command,
    '--help',
  ]),
  ...['plan', 'apply', 'drift', 'pull', 'serve', 'git'].map((command) => [command, '--help']),
  ['--help'],
  ['--version'],
  ['check'],
  ...['json', 'sarif', 'github'].map((format) => ['check', '--format', format]),
  ['check', 'dev'],
  ['check', 'dev/*.targeting.json'],
  ['check', './dev/../online'],
  ['check', 'none'],
  ['check', '--fail-on', 'error', '--quiet'],
  ['check', '--fix'],
  ...['text', 'json', 'junit', 'tap', 'github'].map((format) => ['test', '--format', format]),
  ['test', '--coverage'],
  ['explain', 'dev/checkout.targeting.json'],
  ...['ada', 'none'].map((key) => [
    'evaluate',
    'dev/checkout.targeting.json',
    '--key',
    key,
    '--now',
    '2026-01-01T00:00:00Z',
  ]),
  ['evaluate', 'dev/checkout.targeting.json', '--key', 'ada', '--format', 'json', '--now', '2026-01-01T00:00:00Z'],
  ...['text', 'json', 'markdown', 'github'].map((format) => ['compare', 'dev', 'online', '--format', format]),
  ['diff', 'dev/checkout.targeting.json', 'online/checkout.targeting.json'],
  ...['text', 'json', 'markdown', 'github'].map((format) => ['diff', '--git', 'HEAD', '--format', format]),
  ['diff', '--git', 'HEAD~1..HEAD'],
  ['diff', '--git', 'nothing'],
  ...['text', 'json', 'markdown', 'sarif'].map((format) => ['code', '--format', format]),
  ['code', '--stale'],
  ['code', '--git', 'HEAD~1...HEAD'],
  ['code', 'src'],
  ['export', '--env', 'dev', '--out', 'out.json', '--now', '2026-01-01T00:00:00Z'],
  ['promote', '--git', 'HEAD', '--from', 'dev'],
  ['promote', '--git', 'HEAD', '--from', 'dev', '--write'],
  ['step', 'dev/checkout.targeting.json', '--variation', '0', '--to', '50'],
  ['git', 'merge', '--', 'dev/checkout.targeting.json', 'dev/banner.targeting.json', 'online/checkout.targeting.json'],
];

/** They run in a folder of a drive whose root is the project. */
export const atRoot: readonly { readonly folder: string; readonly args: readonly string[] }[] = [
  { folder: 'dev', args: ['check'] },
  { folder: 'dev', args: ['check', '..'] },
  { folder: '.', args: ['check'] },
  { folder: '.', args: ['check', 'dev'] },
  { folder: 'dev', args: ['plan', '--env', 'dev'] },
  { folder: 'dev', args: ['export', '--env', 'dev', '--out', 'out.json'] },
  { folder: 'dev', args: ['code'] },
  { folder: '.', args: ['diff', '--git', 'HEAD'] },
];
