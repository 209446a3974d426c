/** The commands that code actions name; the client has them. */

/** Opens a page in the browser; its argument is the address. VS Code has it. */
export const openCommand = 'vscode.open';

/**
 * The command of a code action that deletes a variation which is served; its argument is DeleteVariationParams without
 * `instead`. The client asks a person and sends the request below.
 */
export const deleteVariationCommand = 'toggleTargeting.deleteVariation';
