/** The command line: from arguments to an exit code. */
import { t } from '@vscode/l10n';
import { batch } from './batch.js';
import { check } from './check.js';
import type { Access } from './deploy/access.js';
import { withAccess } from './deploy/access.js';
import { apply } from './deploy/apply.js';
import { drift } from './deploy/drift.js';
import { plan } from './deploy/plan.js';
import { pull } from './deploy/pull.js';
import { diff } from './diff.js';
import { evaluateFile } from './evaluate.js';
import { explainFile } from './explain.js';
import { format } from './format.js';
import { help } from './help.js';
import { requestOf } from './options.js';
import { test } from './test.js';
import { visible } from './reports/visible.js';
import type { ExitCode, World } from './world.js';
import { gitMerge } from './git/gitMerge.js';
import type { GitOptions } from './git/gitOptions.js';
import { install, uninstall } from './git/install.js';
import { textconv } from './git/textconv.js';

export async function run(args: readonly string[], world: World): Promise<ExitCode> {
  const request = requestOf(args);
  const reaching = (
    { timeoutSeconds }: { readonly timeoutSeconds: number },
    work: (access: Access) => Promise<ExitCode>,
  ) => withAccess(world, timeoutSeconds, work);
  switch (request.kind) {
    case 'help':
      world.output.write(help(request.command));
      return 0;
    case 'version':
      world.output.write(`${world.version}\n`);
      return 0;
    case 'mistake':
      world.messages.write(`${visible(request.message)}\n${t('toggle-targeting --help says what there is.')}\n`);
      return 2;
    case 'check':
      return request.options.online
        ? reaching(request.options, (access) => check(request.options, world, access))
        : check(request.options, world);
    case 'batch':
      return batch(world);
    case 'evaluate':
      return evaluateFile(request.options, world);
    case 'explain':
      return explainFile(request.file, world);
    case 'diff':
      return diff(request.options, world);
    case 'test':
      return test(request.options, world);
    case 'git':
      return gitCommand(request.options, world);
    case 'format':
      return format(request.options, world);
    case 'plan':
      return reaching(request.options, (access) => plan(request.options, world, access));
    case 'apply':
      return reaching(request.options, (access) => apply(request.options, world, access));
    case 'drift':
      return reaching(request.options, (access) => drift(request.options, world, access));
    case 'pull':
      return reaching(request.options, (access) => pull(request.options, world, access));
  }
}

function gitCommand(options: GitOptions, world: World): ExitCode {
  switch (options.kind) {
    case 'install':
      return install(options.scope, world);
    case 'uninstall':
      return uninstall(options.scope, world);
    case 'merge':
      return gitMerge(options, world);
    case 'textconv':
      return textconv(options.file, world);
  }
}
