/** The folder for this user's downloads of this project, by the rules of each platform. It is not created. */
import { homedir } from 'node:os';
import { join } from 'node:path';

export function cacheFolder(): string {
  return join(userCache(), 'toggle-targeting');
}

function userCache(): string {
  const { platform, env } = process;
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
}
