/** Commands that code actions run. The client provides all of them except the last, which the server runs. */

/** Opens a web page; the argument is its address. Built into VS Code. */
export const openCommand = 'vscode.open';

/** Asks for a replacement and deletes a served variation; the argument is DeleteVariationParams without `instead`. */
export const deleteVariationCommand = 'toggleTargeting.deleteVariation';

/** Offers to promote a rule to the files of other environments; the argument is CarryOverParams. */
export const promoteRuleCommand = 'toggleTargeting.promoteRule';

/** Shows a place in another file; the argument is LSP's Location. */
export const showPlaceCommand = 'toggleTargeting.showPlace';

/** Opens the page that explains a finding; the argument is WhyParams. */
export const showWhyCommand = 'toggleTargeting.showWhy';

/** Creates a targeting file; in a code action, the argument is the key of the toggle. */
export const newFileCommand = 'toggleTargeting.newFileFor';

/** Adds a case to the tests of a file; the argument is AddTestArgument. The server runs the command in every editor. */
export const addTestCommand = 'toggleTargeting.server.addTest';
