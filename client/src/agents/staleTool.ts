/** The language model tool that lists stale toggles: toggles in code that serve everyone the same value. */
import { t } from '../../../server/src/core/t.js';
import { codeConfigsRequest, codePageRequest } from '../../../server/src/core/protocol.js';
import { answerOf } from '../../../server/src/service/words/answer.js';
import type { Tool } from './tool.js';

export const stale: Tool = async (_input, server) => {
  const configs = await server.ask(codeConfigsRequest, {});
  if (configs.length === 0) throw new Error(t('No targeting.config.json specifies which code uses its toggles.'));
  const pages = await Promise.all(configs.map((configUri) => server.ask(codePageRequest, { configUri })));
  const unknown = pages.flatMap((page) => page?.unknown ?? []);
  return answerOf({}, { stale: pages.flatMap((page) => page?.toggles ?? []), unknown });
};
