/**
 * The environment of the server and thereby of the extension host: this process's own, without what a VS Code around it
 * (an integrated terminal, an outer test run) left behind, and without a marketplace.
 */
const OF_A_VS_CODE_AROUND_US =
  /^(ELECTRON_RUN_AS_NODE|VSCODE_(IPC_HOOK|IPC_HOOK_CLI|PID|CWD|NLS_CONFIG|HANDLES_UNCAUGHT_ERRORS|HANDLES_SIGPIPE|ESM_ENTRYPOINT|AGENT_FOLDER|PORTABLE|DEV))$/;

export function serverEnvironment(added: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !OF_A_VS_CODE_AROUND_US.test(name));
  return { ...Object.fromEntries(own), ...added, EXTENSIONS_GALLERY: '{"serviceUrl":""}' };
}
