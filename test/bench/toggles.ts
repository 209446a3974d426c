/** Toggles and users that evaluations are measured with. */
export const cities = ['Paris', 'Nice', 'Lyon', 'Rome', 'Berlin', 'London', '上海', 'Wien'];

/** Conditions of all kinds, as people write them. */
export function toggleOf(rules: number) {
  const kinds = (index: number) => [
    { type: 'string', subject: 'city', predicate: 'is one of', objects: cities.slice(index % 3, (index % 3) + 2) },
    { type: 'number', subject: 'age', predicate: '>=', objects: [String(20 + (index % 60))] },
    { type: 'semver', subject: 'app_version', predicate: '>=', objects: [`2.${index % 10}.0`] },
    { type: 'string', subject: 'email', predicate: 'ends with', objects: ['@example.com', `@${index}.example`] },
    { type: 'datetime', subject: 'signup', predicate: 'after', objects: ['2026-06-01T00:00:00+08:00'] },
    { type: 'string', subject: 'plan', predicate: 'is not any of', objects: ['free'] },
  ];
  return {
    disabled: false,
    content: {
      rules: Array.from({ length: rules }, (_, index) => ({
        name: `rule ${index}`,
        serve: index % 4 === 0 ? { split: [5_000, 5_000] } : { select: index % 2 },
        conditions: [kinds(index)[index % 6], kinds(index)[(index + 1) % 6], kinds(index)[(index + 3) % 6]],
      })),
      disabledServe: { select: 0 },
      defaultServe: { select: 0 },
      variations: [
        { value: 'false', name: 'off' },
        { value: 'true', name: 'on' },
      ],
      prerequisites: [],
    },
  };
}

export function attributesOf(index: number): Readonly<Record<string, string>> {
  return {
    city: cities[index % cities.length] ?? '',
    age: String(index % 90),
    app_version: `2.${index % 12}.${index % 7}`,
    email: `u${index}@${index % 3 === 0 ? 'example.com' : 'example.org'}`,
    signup: String(1_780_000_000 + index * 1_000),
    plan: index % 2 === 0 ? 'free' : 'pro',
  };
}
