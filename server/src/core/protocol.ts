/**
 * Our own requests beside LSP's. The client imports this file of the server and its pure rooms, and nothing else. Everything is plain data.
 * The server never learns a token: it says where a file goes and what would be sent, the client sends it.
 */
export * from './protocol/agents.js';
export * from './protocol/code.js';
export * from './protocol/comparisons.js';
export * from './protocol/edits.js';
export * from './protocol/files.js';
export * from './protocol/push.js';
export * from './protocol/rules.js';
export * from './protocol/serve.js';
export * from './protocol/services.js';
export * from './protocol/settings.js';
export * from './protocol/targets.js';
export * from './protocol/tests.js';
export * from './protocol/users.js';
export * from './protocol/why.js';
