/**
 * Builds everything into dist/: the bundles that are published (server.js, client.js, cli.js and what it loads: commands.js, and undici.js to
 * reach a service; and serve.js, which the server and the commands load when they serve local applications) and, unless --production, the
 * tools that `npm start` and the tests run (dist/tools). With --validators only the schemas are compiled.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { compileSchemas } from './schemas/compile.mjs';

const production = process.argv.includes('--production');
const shebang = { js: '#!/usr/bin/env node' };

compileSchemas();
if (!process.argv.includes('--validators')) {
  // The tools stay: one of them may be what runs this build.
  for (const name of ['client', 'server', 'cli', 'commands', 'undici', 'serve'])
    rmSync(`dist/${name}.js.map`, { force: true });
  await Promise.all([
    bundle('server', server()),
    bundle('client', client()),
    bundle('cli', cli()),
    bundle('commands', commands()),
    bundle('undici', undici()),
    bundle('serve', serve()),
    ...(production ? [] : [build(tools()), build(scripts()), build(suites()), build(suitesInBrowser())]),
  ]);
}

/**
 * A bundle that is published, and beside it what went into it, for the third-party notices.
 * @param {string} name
 * @param {import('esbuild').BuildOptions} options
 */
async function bundle(name, options) {
  const { metafile } = await build({ ...options, metafile: true });
  writeFileSync(`dist/${name}.meta.json`, JSON.stringify(metafile));
}

/** @returns {import('esbuild').BuildOptions} */
function common() {
  return {
    bundle: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    sourcemap: production ? false : 'linked',
  };
}

/** @returns {import('esbuild').BuildOptions} */
function script() {
  return {
    ...common(),
    outdir: 'dist',
    format: 'cjs',
    minify: production,
    plugins: [besideThisBundle(), loadedWhenUsed(), partsForBrowsers()],
    // `require` is faster: Node looks for the exports of what `import` names before it runs it.
    supported: { 'dynamic-import': false },
  };
}

/** @returns {import('esbuild').BuildOptions} */
function server() {
  return { ...script(), entryPoints: { server: 'server/src/lsp/main.ts' }, banner: shebang };
}

/**
 * Modules of Node are loaded when something of them is used. In a browser, which has none, the same bundle starts all the same;
 * and libraries ask for some that they hardly ever use: a fifth of the time that a start takes.
 * @returns {import('esbuild').Plugin}
 */
function loadedWhenUsed() {
  return {
    name: 'loaded when used',
    setup: ({ onResolve, onLoad }) => {
      const namespace = 'when-used';
      onResolve(
        { filter: new RegExp(`^(?:node:)?(?:${builtinModules.join('|')})$`) },
        ({ path, importer, ...from }) => {
          if (from.namespace === namespace) return { path, external: true };
          // It is itself loaded with the first request.
          if (/[\\/]undici[\\/]/.test(importer)) return undefined;
          return { path: path.replace(/^node:/, ''), namespace };
        },
      );
      onResolve({ filter: /^whenUsed$/ }, () => ({ path: 'whenUsed', namespace }));
      onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents:
          path === 'whenUsed'
            ? // As an ES module, so that nobody copies what is in it. What is imported is looked for in the prototype.
              `const get = (used) => (_, name) => name === '__esModule' || (name === 'default' ? used() : used()[name]);
              module.exports = (used) => Object.create(new Proxy({}, { get: get(used) }));`
            : `module.exports = require('whenUsed')(() => require('${path}'));`,
      }));
    },
  };
}

/**
 * What the libraries of LSP have for browsers: their packages hide it from whoever builds for Node.
 * @returns {import('esbuild').Plugin}
 */
function partsForBrowsers() {
  // What else the libraries need of where they run.
  const withoutStreams = `
    const { RAL } = require('../common/api');
    const timer = (start, stop) => (work, ...more) => {
      const running = start(work, ...more);
      return { dispose: () => stop(running) };
    };
    const soon = (work, ...more) => {
      let isWanted = true;
      queueMicrotask(() => isWanted && work(...more));
      return { dispose: () => { isWanted = false; } };
    };
    const timers = {
      setTimeout: timer(setTimeout, clearTimeout),
      setInterval: timer(setInterval, clearInterval),
      setImmediate: soon,
    };
    exports.__esModule = true;
    exports.default = { install: () => RAL.install({ timer: timers, console, crypto: globalThis.crypto }) };
  `;
  return {
    name: 'parts for browsers',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^vscode-(?:jsonrpc|language\w+(?:-protocol)?)\/browser$/ }, ({ path }) => ({
        path: join(process.cwd(), 'node_modules', dirname(path), 'lib/browser/main.js'),
      }));
      // Messages come and go as they are, so that what reads and writes streams is left out.
      onLoad({ filter: /vscode-jsonrpc[\\/]lib[\\/]browser[\\/]ril\.js$/ }, () => ({ contents: withoutStreams }));
    },
  };
}

/** @returns {import('esbuild').BuildOptions} */
function client() {
  return {
    ...common(),
    entryPoints: { client: 'client/src/extension.ts' },
    outdir: 'dist',
    format: 'cjs',
    minify: production,
    external: ['vscode'],
    plugins: [besideThisBundle(), withoutSemver(), partsForBrowsers(), loadedWhenUsed()],
  };
}

/**
 * What we use of undici, and no more: its own index brings fetch, WebSockets, caches and mocks along, a fifth of a bundle.
 * @returns {import('esbuild').Plugin}
 */
function partOfUndici() {
  const contents = `
    // As undici's own index does.
    Object.assign(require('undici/lib/dispatcher/dispatcher.js').prototype, require('undici/lib/api/index.js'));
    exports.Agent = require('undici/lib/dispatcher/agent.js');
    exports.EnvHttpProxyAgent = require('undici/lib/dispatcher/env-http-proxy-agent.js');
    exports.Pool = require('undici/lib/dispatcher/pool.js');
  `;
  return {
    name: 'part of undici',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'part-of-undici' }));
      // It has its parser twice; the one without SIMD runs on every machine, and our answers are short.
      onResolve({ filter: /llhttp_simd-wasm\.js$/ }, ({ resolveDir }) => ({
        path: join(resolveDir, '../llhttp/llhttp-wasm.js'),
      }));
      // HTTP/2 is spoken only where `allowH2` offers it, and we do not.
      onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
        contents: "module.exports = () => { throw new Error('HTTP/2 is not offered.'); };",
      }));
      onLoad({ filter: /.*/, namespace: 'part-of-undici' }, () => ({ contents, resolveDir: process.cwd() }));
    },
  };
}

/**
 * The library asks at the start whether this VS Code is recent enough for it, which VS Code has asked itself: our `engines` want
 * a later one.
 * @returns {import('esbuild').Plugin}
 */
function withoutSemver() {
  return {
    name: 'without semver',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^semver\// }, ({ path }) => ({ path, namespace: 'without-semver' }));
      onLoad({ filter: /.*/, namespace: 'without-semver' }, () => ({ contents: 'module.exports = () => ({});' }));
    },
  };
}

/** @returns {import('esbuild').BuildOptions} */
function cli() {
  return { ...script(), entryPoints: { cli: 'server/src/cli/start.ts' }, banner: shebang };
}

/** @returns {import('esbuild').BuildOptions} */
function commands() {
  return {
    ...script(),
    entryPoints: { commands: 'server/src/cli/main.ts' },
    // Reports bring what the page about the problems says to their viewers.
    loader: { '.md': 'text' },
  };
}

/** @returns {import('esbuild').BuildOptions} */
function undici() {
  return {
    ...script(),
    entryPoints: { undici: 'undici' },
    // VS Code adds the system's certificates to the module that it hands out as `tls`, not as `node:tls`.
    alias: { 'node:tls': 'tls' },
    plugins: [partOfUndici(), loadedWhenUsed()],
  };
}

/** @returns {import('esbuild').BuildOptions} */
function serve() {
  return { ...script(), entryPoints: { serve: 'server/src/serve/main.ts' }, plugins: [webSocketsAlone()] };
}

/**
 * What we use of socket.io: its ways without WebSockets, its files for browsers and its other servers are two thirds of it.
 * @returns {import('esbuild').Plugin}
 */
function webSocketsAlone() {
  const unused = /^(?:accepts|cors|\.\/(?:userver|polling|polling-jsonp|webtransport|transports-uws))$/;
  return {
    name: 'WebSockets alone',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: unused }, ({ path, importer }) =>
        /[\\/](?:socket|engine)\.io[\\/]/.test(importer) ? { path, namespace: 'unused' } : undefined,
      );
      onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
    },
  };
}

/**
 * What few need, and what neither the editor needs to start nor the command line to say its version, are bundles of their own.
 * @returns {import('esbuild').Plugin}
 */
function besideThisBundle() {
  return {
    name: 'beside this bundle',
    setup: ({ onResolve }) => {
      onResolve({ filter: /[\\/]serve[\\/]main\.js$/ }, () => ({ path: './serve.js', external: true }));
      onResolve({ filter: /^undici$/ }, () => ({ path: './undici.js', external: true }));
      onResolve({ filter: /^\.\/main\.js$/ }, ({ importer }) =>
        /[\\/]cli[\\/]start\.ts$/.test(importer) ? { path: './commands.js', external: true } : undefined,
      );
    },
  };
}

/** What runs in plain Node beside the editor: the start command, the embedded service, the VS Code host. */
function tools() {
  /** @type {import('esbuild').BuildOptions} */
  const options = {
    ...common(),
    entryPoints: {
      suite: 'test/vscode/runSuite.ts',
      suiteInBrowser: 'test/vscode/runSuiteInBrowser.ts',
      pictures: 'test/vscode/pictures.ts',
      start: 'test/vscode/start.ts',
      bench: 'test/bench/main.ts',
      fuzz: 'test/fuzz/main.ts',
      noAnswerWaits: 'test/fuzz/sizesMain.ts',
      verify: 'test/verify/main.ts',
      verifyMutants: 'test/verify/mutants.ts',
      realService: 'test/fuzz/realService/main.ts',
      windows: 'test/windows/main.ts',
      inProcess: 'test/support/inProcess.ts',
    },
    loader: { '.md': 'text' },
    outdir: 'dist/tools',
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    packages: 'external',
  };
  return options;
}

/** Scripts that tests start or load in processes of their own: built as the server is. */
function scripts() {
  /** @type {import('esbuild').BuildOptions} */
  const options = {
    ...script(),
    entryPoints: {
      otherDisk: 'test/support/otherDisk.ts',
      windowsDriver: 'test/windows/driver.ts',
      windowsKeepAlive: 'test/windows/keepAlive.ts',
    },
    outdir: 'dist/tools',
    outExtension: { '.js': '.cjs' },
    minify: true,
  };
  return options;
}

/** What mocha runs inside VS Code. */
function suites() {
  const folder = 'test/vscode/suite';
  /** @type {import('esbuild').BuildOptions} */
  const options = {
    ...common(),
    entryPoints: readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
    outdir: 'dist/suite',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    packages: 'external',
  };
  return options;
}

/** What mocha runs inside a VS Code that is in a browser alone: without Node. */
function suitesInBrowser() {
  const folder = 'test/vscode/web';
  /** @type {Record<string, string>} */
  const instead = { 'node:assert/strict': 'assert.ts', mocha: 'mocha.ts' };
  /** @type {import('esbuild').BuildOptions} */
  const options = {
    ...common(),
    entryPoints: { index: `${folder}/index.ts`, memoryFiles: `${folder}/memoryFiles.ts` },
    outdir: 'dist/web',
    format: 'cjs',
    platform: 'browser',
    target: 'es2022',
    external: ['vscode'],
    plugins: [
      {
        name: 'in a browser',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^(?:node:assert\/strict|mocha)$/ }, ({ path }) => ({
            path: join(process.cwd(), folder, instead[path] ?? ''),
          }));
        },
      },
    ],
  };
  return options;
}
