/** Tests mistakes seen to break FeatureProbe's server, which a fix turns into another mistake; the fixtures have the rest. */
import { expect, it } from 'vitest';
import { codeActions } from '../../server/src/core/features/actions/fixes.js';
import { diagnostics, sameProblems } from '../../server/src/core/features/diagnostics.js';
import { annotate, open, withoutAnnotations } from '../support/annotated.js';

function expectShown(annotated: string): void {
  const rating = { severities: {}, isFeatureProbe: true };
  expect(annotate(withoutAnnotations(annotated), undefined, rating)).toBe(annotated);
}

it('a serve with only unknown properties serves nothing', () => {
  expectShown(`{ "content": { "rules": [{ "serve": { "selct": 1, "x": 2 }, "conditions": [] }] } }
                                      ^^^^^^^ error[freezes-environment]: FeatureProbe's server cannot read the environment any more, so every toggle in it stays as it was: Unknown property "selct" in "serve". Did you mean "select"?
                                                  ^^^ warning[unknown-property]: Unknown property "x" in "serve".`);
  expectShown(`{ "disabled": false, "content": { "defaultServe": { "selct": 0 } } }
                                                    ^^^^^^^ error[toggle-vanishes]: Once this toggle is enabled, FeatureProbe's server leaves it out of the environment, so every application gets its own default: Unknown property "selct" in "defaultServe". Did you mean "select"?`);
  expectShown(`{ "content": { "disabledServe": { "select": 1, "x": 2 } } }
                                               ^^^ warning[unknown-property]: Unknown property "x" in "disabledServe".`);
});

it('a null segment has the same problem as for other services', () => {
  expectShown(`{ "content": { "rules": [{ "serve": { "split": [10000], "x": 2 }, "conditions": [{ "type": "segment", "predicate": "is in", "objects": [null] }] }] } }
                                                        ^^^ warning[unknown-property]: Unknown property "x" in "serve".
                                                                                                                                        ^^^^ error[wrong-type]: An item of "objects" must be a string, not null.`);
});

it('a fix refers to the diagnostic with the displayed code', () => {
  const rating = { severities: {}, isFeatureProbe: true };
  const document = open('{ "content": { "disabledServe": {}, "variations": [{ "value": "a" }] } }');
  const shown = diagnostics(document, { rating, docs: 'https://docs', reportedByEditor: () => false });
  const range = { start: { line: 0, character: 33 }, end: { line: 0, character: 33 } };
  const [action] = codeActions(document, range, { diagnostics: shown }, { rating });
  expect(action?.diagnostics?.map(({ code }) => code)).toEqual(['freezes-environment']);
});

it("two problems differ if FeatureProbe's server reacts differently, even to the same mistake", () => {
  const half = (type: string) =>
    open(`{ "content": { "rules": [{ "serve": { "select": 0 }, "conditions": [
      { "predicate": "between", "leftPredicate": ">", "objects": [], "rightPredicate": "<", "type": "${type}" }] }] } }`);
  expect(sameProblems(half('number').problems, half('number').problems)).toBe(true);
  expect(sameProblems(half('number').problems, half('datetime').problems)).toBe(false);
});

it('a number as a type counts as an unknown type', () => {
  expectShown(`{ "content": { "rules": [{ "serve": { "select": 0 }, "conditions": [{ "type": 7, "predicate": true, "objects": [1] }] }] } }
                                                                              ^ error[freezes-environment]: FeatureProbe's server cannot read the environment any more, so every toggle in it stays as it was: Write the value as a string: "7".
                                                                                              ^^^^ error[freezes-environment]: FeatureProbe's server cannot read the environment any more, so every toggle in it stays as it was: Write the value as a string: "true".
                                                                                                                ^ warning[non-string-value]: Write the value as a string: "1".`);
  expectShown(`{ "content": { "prerequisites": [{ "key": "without-variations", "value": 1, "type": 1 }] } }
                                                                         ^ warning[non-string-value]: Write the value as a string: "1".
                                                                                    ^ error[toggle-vanishes]: FeatureProbe's server leaves this toggle out of the environment, so every application gets the default of its code: Write the value as a string: "1".`);
});
