/** Tests quick fixes at conflict markers, with the text before and after. */
import { describe, expect, it } from 'vitest';
import { conflictActions } from '../../../server/src/core/features/merge/conflictActions.js';
import { open } from '../../support/annotated.js';
import { editsApplied, shownIn } from '../../support/fixes.js';

const uri = 'file:///a/toggle.targeting.json';

function fixesAt(text: string, at = '<<<<<<<', only = ['quickfix']) {
  const document = open(text, uri);
  const position = document.json.positionAt(text.indexOf(at));
  const diagnostics = shownIn(document);
  const actions = conflictActions(document, { start: position, end: position }, { only, diagnostics });
  for (const action of actions) expect(action.diagnostics).toEqual(diagnostics);
  return actions.map(({ title, edit }) => ({ title, after: editsApplied(text, edit?.changes?.[uri] ?? []) }));
}

const file = (...lines: readonly string[]) => ['{', '  "content": {', '    "rules": [', ...lines, ''].join('\n');
const end = ['    ],', '    "variations": [{ "value": "off" }, { "value": "on" }]', '  }', '}'];
const rule = (name: string, serve: number) => `      { "name": "${name}", "serve": { "select": ${serve} } }`;

const withBase = file(
  '<<<<<<< HEAD',
  `${rule('a', 1)},`,
  rule('b', 0),
  '||||||| 123abc',
  `${rule('a', 0)},`,
  rule('b', 0),
  '=======',
  `${rule('a', 0)},`,
  rule('b', 1),
  '>>>>>>> branch',
  ...end,
);

describe('conflicts with a base', () => {
  it('are merged rule by rule', () => {
    const after = file(`${rule('a', 1)},`, rule('b', 1), ...end);
    expect(fixesAt(withBase)).toEqual([{ title: 'Merge rule by rule', after }]);
    expect(fixesAt(withBase, '>>>>>>>')).toHaveLength(1);
    expect(fixesAt(withBase.replaceAll('\n', '\r\n'))).toEqual([
      { title: 'Merge rule by rule', after: after.replaceAll('\n', '\r\n') },
    ]);
  });

  it('keep markers and labels around rules that both sides changed', () => {
    const before = withBase
      .replace(rule('b', 1), rule('b', 1).replace(' }', ', "split": [] }'))
      .replace(
        `${rule('a', 0)},\n${rule('b', 0)}\n=======`,
        `${rule('a', 0)},\n${rule('b', 0).replace('0', '2')}\n=======`,
      );
    expect(fixesAt(before).map(({ after }) => after)).toEqual([
      file(
        `${rule('a', 1)},`,
        '<<<<<<< HEAD',
        rule('b', 0),
        '||||||| 123abc',
        rule('b', 2),
        '=======',
        rule('b', 1).replace(' }', ', "split": [] }'),
        '>>>>>>> branch',
        ...end,
      ),
    ]);
  });
});

it('the merge keeps the marker length', () => {
  const before = withBase.replace(rule('b', 0), rule('b', 2)).replace(/^([<|=>])\1{6}/gm, '$1$1$1$&');
  const [fix] = fixesAt(before);
  expect(fix?.after.match(/^[<|=>]{2,}/gm)).toEqual(['<', '|', '=', '>'].map((sign) => sign.repeat(10)));
});

it('the base is known only if every conflict shows it', () => {
  const conflict = ['<<<<<<< HEAD', '  "comment": "a",', '=======', '  "comment": "b",', '>>>>>>> branch'].join('\n');
  const before = withBase.replace('{\n', `{\n${conflict}\n`);
  expect(fixesAt(before).map(({ title }) => title)).toEqual(['Mark each rule that differs as a conflict']);
});

describe('conflicts without a base', () => {
  const before = withBase.replace(/\|{7}[^]*(?========)/, '');

  it('become one conflict per rule, because the author of a change is unknown', () =>
    expect(fixesAt(before)).toEqual([
      {
        title: 'Mark each rule that differs as a conflict',
        after: file(
          '<<<<<<< HEAD',
          `${rule('a', 1)},`,
          '=======',
          `${rule('a', 0)},`,
          '>>>>>>> branch',
          '<<<<<<< HEAD',
          rule('b', 0),
          '=======',
          rule('b', 1),
          '>>>>>>> branch',
          ...end,
        ),
      },
    ]));

  it('have no fix once there is one conflict per rule', () =>
    expect(fixesAt(fixesAt(before)[0]?.after ?? '')).toEqual([]));
});

describe('no fix is offered', () => {
  it('outside of a conflict, or for another kind of action', () => {
    expect(fixesAt(withBase, '"variations"')).toEqual([]);
    expect(fixesAt(withBase, '<<<<<<<', ['refactor'])).toEqual([]);
  });

  it('if a side is not JSON, or the markers are not valid Git markers', () => {
    expect(fixesAt(withBase.replace(rule('b', 1), '{'))).toEqual([]);
    expect(fixesAt(withBase.replace('=======\n', ''))).toEqual([]);
    expect(fixesAt(withBase.replace('>>>>>>> branch\n', ''))).toEqual([]);
    expect(fixesAt(withBase.replace('=======', '<<<<<<< x\n======='))).toEqual([]);
  });
});
