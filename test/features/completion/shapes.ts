/** Valid documents that differ in what they consist of. */
export const shapeNames = ['rules', 'fat', 'cjk', 'min', '20 problems', '1,000 problems'] as const;
type ShapeName = (typeof shapeNames)[number];

/** @param size in characters, about */
export function shape(name: ShapeName, size: number): string {
  return JSON.stringify(body(name, size), null, name === 'min' ? 0 : 2);
}

function body(name: ShapeName, size: number): unknown {
  const isCjk = name === 'cjk';
  const indentation = name === 'min' ? 0 : 1;
  const objects = isCjk ? ['北京市', '上海市'] : ['Paris', 'London'];
  const rule = (index: number) => ({
    name: isCjk ? `规则第${index}号用户分组` : `rule ${index}`,
    serve: { select: index % 2 },
    conditions: [
      { type: 'string', subject: isCjk ? '城市' : 'city', predicate: 'is one of', objects },
      { type: 'number', subject: 'age', predicate: '>', objects: ['1000'] },
    ],
  });
  const perRule = JSON.stringify([rule(1000)], null, 2 * indentation).length + indentation * 120;
  const rules: unknown[] =
    name === 'fat'
      ? [{ ...rule(0), conditions: [{ type: 'string', subject: 'id', predicate: 'is one of', objects: users(size) }] }]
      : Array.from({ length: Math.max(3, Math.floor((size - 600) / perRule)) }, (_, index) => rule(index));
  return {
    comment: 'why',
    disabled: false,
    content: {
      rules: withProblems(rules, name === '20 problems' ? 20 : name === '1,000 problems' ? 1_000 : 0),
      disabledServe: { select: 0 },
      defaultServe: { select: 1 },
      variations: [
        { value: 'true', name: 'on', description: '' },
        { value: 'false', name: 'off', description: '' },
      ],
    },
  };
}

function users(size: number): string[] {
  return Array.from({ length: Math.max(3, Math.floor((size - 700) / 27)) }, (_, index) => `user-${100_000 + index}`);
}

/** Numbers where strings are sent, spread over the rules; several in one where there are few. */
function withProblems(rules: unknown[], count: number): unknown[] {
  if (count === 0) return rules;
  const perRule = Math.ceil(count / rules.length);
  const step = Math.max(1, Math.floor(rules.length / count));
  let left = count;
  return rules.map((rule, index) => {
    if (index % step !== 0 || left <= 0 || typeof rule !== 'object') return rule;
    const numbers = Array.from({ length: Math.min(perRule, left) }, (_, each) => each);
    left -= numbers.length;
    return { ...rule, conditions: [{ type: 'number', subject: 'age', predicate: '>', objects: numbers }] };
  });
}
