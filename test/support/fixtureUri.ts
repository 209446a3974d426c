/** The name that a fixture's document has in the editor: its folder says whether it is a config. */
export function fixtureUri(name: string): string {
  return /^(?:invalid-config|look-alike-names)\//.test(name)
    ? 'file:///a/targeting.config.json'
    : 'file:///a/toggle.targeting.json';
}
