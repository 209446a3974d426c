/** The language server in the process of the tests, over streams: an uncaught error fails the run. */
import { PassThrough } from 'node:stream';
import { createConnection, ProposedFeatures, StreamMessageReader } from 'vscode-languageserver/node';
import { homepage, version } from '../../package.json';
import { gitOf } from '../../server/src/lsp/git.js';
import { MessageWriter } from '../../server/src/lsp/messageWriter.js';
import { startServer } from '../../server/src/lsp/server.js';
import { disk } from '../../server/src/workspace/disk/disk.js';
import { loadLanguage } from '../../server/src/workspace/language.js';
import type { ServerTrial, ServerTrialOptions } from './serverTrial.js';
import { trialOver } from './serverTrial.js';

export type { ServerTrial, ServerTrialOptions } from './serverTrial.js';
export { pulls } from './serverTrial.js';

/** A started and initialized server; without options, for a plain editor. */
export async function serverTrial(options: ServerTrialOptions = {}): Promise<ServerTrial> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = createConnection(ProposedFeatures.all, new StreamMessageReader(input), new MessageWriter(output));
  startServer(connection, {
    ...{ version, disk, git: gitOf(process.env), speak: loadLanguage, now: Date.now },
    docs: homepage.replace(/#.*/, '/blob/HEAD/docs/problems.md'),
    offsetMinutes: () => -new Date().getTimezoneOffset(),
  });
  // Its remaining output is ignored.
  return trialOver({ output, input }, () => Promise.resolve(), options);
}
