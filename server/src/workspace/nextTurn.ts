/** Of the event loop; a message is handled in each. Whoever works long lets others have their turn so. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
