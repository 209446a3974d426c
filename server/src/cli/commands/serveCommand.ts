import { t } from '../../core/t.js';
import { urlOf } from '../../core/targeting/place.js';
import type { Command } from '../command.js';
import { notAllDone, places } from '../command.js';
import { withOnline } from '../online.js';
import type { ServeOptions } from '../local/serve.js';
import { serve } from '../local/serve.js';
import { placesOrCurrentFolder, Mistake, rangeMistake } from '../options.js';

export const serveCommand: Command = {
  usages: () => [`${places()} --env dev`],
  words: () => [
    t('Serves an environment from files to applications on this machine.'),
    t('The official SDKs use its address as their remote URL, and receive changes while it runs.'),
  ],
  options: ['env', 'port', 'sdk-key', 'allow-origin', 'online', 'timeout'],
  exitCodes: () => ({ 0: t('You stopped the server.'), 2: notAllDone() }),
  run: (values, paths, world) => {
    const { env: environment, port = '4007', 'sdk-key': sdkKey, 'allow-origin': origins = [] } = values;
    const options: ServeOptions = {
      ...{ places: placesOrCurrentFolder(paths), environment, sdkKey },
      ...{ port: portOf(port), allowedOrigins: origins.map(originOf) },
    };
    if (values.online === true && environment === undefined)
      throw new Mistake(t('{0} works only with {1}.', '--online', '--env'));
    return withOnline(values, world, (access) => serve(options, world, access));
  },
};

function portOf(port: string): number {
  if (/^\d{1,5}$/.test(port) && Number(port) < 65_536) return Number(port);
  throw rangeMistake(65_535, 'port', port);
}

function originOf(text: string): string {
  const url = urlOf(text);
  if (url !== undefined && !text.includes('*') && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href)
    return url.origin;
  throw new Mistake(t('--allow-origin must be an address such as {0}, not {1}.', 'http://localhost:3000', text));
}
