/** workspace/didChangeConfiguration. Whatever depends on a setting listens to `settings` itself. */
import type { Capability } from '../capability.js';

export const configuration: Capability = ({ connection, settings, fenced }) => {
  connection.onDidChangeConfiguration((changed) => fenced(undefined, () => settings.change(changed.settings)));
  return {};
};
