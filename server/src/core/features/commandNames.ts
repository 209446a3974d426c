/** The commands that code actions name; the client has all but the last. */

/** Opens a page in the browser; its argument is the address. VS Code has it. */
export const openCommand = 'vscode.open';

/**
 * The command of a code action that deletes a variation which is served; its argument is DeleteVariationParams without
 * `instead`. The client asks a person and sends the request below.
 */
export const deleteVariationCommand = 'toggleTargeting.deleteVariation';

/** Offers to make a rule in the files of other environments, too; its argument is CarryOverParams. */
export const carryRuleOverCommand = 'toggleTargeting.carryRuleOver';

/** Shows a place in another file; its argument is LSP's Location. */
export const showPlaceCommand = 'toggleTargeting.showPlace';

/** Opens the page that says why a finding is true; its argument is WhyParams. */
export const showWhyCommand = 'toggleTargeting.showWhy';

/** Makes a targeting file; its argument, in a code action, is the key of the toggle. */
export const newFileCommand = 'toggleTargeting.newFileFor';

/** Adds a case to the tests of a file; the server runs it, in any editor. Its argument is AddTestArgument. */
export const addTestCommand = 'toggleTargeting.server.addTest';
