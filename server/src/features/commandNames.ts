/** The commands that code actions name; the client has them. */

/**
 * The command of a code action that deletes a variation which is served; its argument is DeleteVariationParams without
 * `instead`. The client asks a person and sends the request below.
 */
export const deleteVariationCommand = 'toggleTargeting.deleteVariation';
