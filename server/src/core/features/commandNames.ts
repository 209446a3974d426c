/** The commands of code actions; the client has all but the last. */

/** Opens a web page; its argument is the address. Built into VS Code. */
export const openCommand = 'vscode.open';

/** Deletes a served variation, after asking; its argument is DeleteVariationParams without `instead`. */
export const deleteVariationCommand = 'toggleTargeting.deleteVariation';

/** Offers to copy a rule to the files of other environments; its argument is CarryOverParams. */
export const carryRuleOverCommand = 'toggleTargeting.carryRuleOver';

/** Shows a place in another file; its argument is LSP's Location. */
export const showPlaceCommand = 'toggleTargeting.showPlace';

/** Opens the page that explains a finding; its argument is WhyParams. */
export const showWhyCommand = 'toggleTargeting.showWhy';

/** Creates a targeting file; its argument, in a code action, is the key of the toggle. */
export const newFileCommand = 'toggleTargeting.newFileFor';

/** Adds a case to the tests of a file; its argument is AddTestArgument. The server runs it, in every editor. */
export const addTestCommand = 'toggleTargeting.server.addTest';
