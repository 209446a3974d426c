/** *Evaluate for…*: asks for the key, attributes, date and bucket of a user. */
import { t } from '../../../server/src/core/t.js';
import type { AskedUser } from '../../../server/src/core/protocol.js';
import { instantOf } from '../../../server/src/core/targeting/values/instant.js';
import { pick, typeIn } from '../say.js';
import { listOf } from '../../../server/src/core/targeting/joined.js';

/** The user as entered so far. The name is derived from the other fields. */
type Draft = { -readonly [Key in keyof Omit<AskedUser, 'name'>]: AskedUser[Key] };

/** @returns undefined if the person canceled */
export async function askForUser(subjects: readonly string[]): Promise<AskedUser | undefined> {
  const title = t('Evaluate for…');
  const draft: Draft = { attributes: {} };
  for (;;) {
    const { attributes } = draft;
    const names = [...new Set([...subjects, ...Object.keys(attributes)])];
    const picked = await pick(
      [
        { icon: 'check', label: t('Show what this user gets'), deed: 'done' as const },
        { icon: 'key', label: t('Key'), description: draft.key ?? '', deed: 'key' as const },
        ...names.map((name) => ({
          icon: 'symbol-field',
          label: name,
          description: Object.hasOwn(attributes, name) ? (attributes[name] ?? '') : t('not set'),
          deed: 'attribute' as const,
          name,
        })),
        { icon: 'add', label: t('Another attribute…'), deed: 'other' as const },
        { icon: 'calendar', label: t('Date'), description: dateOf(draft.now), deed: 'date' as const },
        {
          icon: 'beaker',
          label: t('Bucket'),
          description: draft.bucket === undefined ? t('from the key') : String(draft.bucket),
          deed: 'bucket' as const,
        },
      ],
      { title, placeHolder: t('Choose what to set'), ignoreFocusOut: true },
    );
    if (picked === undefined) return undefined;
    if (picked.deed === 'done') return { ...draft, name: nameOf(draft) };
    await change(draft, picked.deed, title, 'name' in picked ? picked.name : undefined);
  }
}

type Deed = 'key' | 'attribute' | 'other' | 'date' | 'bucket';

async function change(draft: Draft, deed: Deed, title: string, attribute: string | undefined): Promise<void> {
  switch (deed) {
    case 'key': {
      const prompt = t('The key that the application passes to the SDK: it determines splits.');
      const key = await typeIn({ title, prompt, value: draft.key ?? '' });
      if (key !== undefined) draft.key = key;
      return;
    }
    case 'other': {
      const name = await typeIn({ title, prompt: t('The name of the attribute.') });
      if (name !== undefined && name !== '') await change(draft, 'attribute', title, name);
      return;
    }
    case 'attribute': {
      const name = attribute ?? '';
      const prompt = t('The value of {0}. SDKs support only strings as attributes.', name);
      const value = await typeIn({ title, prompt, value: draft.attributes[name] ?? '' });
      if (value !== undefined) draft.attributes = { ...draft.attributes, [name]: value };
      return;
    }
    case 'date': {
      const prompt = t('A date and time such as {0}. Leave it empty to use the current time.', '2026-12-01T00:00:00Z');
      const problem = (typed: string) => (typed === '' || secondsOf(typed) !== undefined ? undefined : prompt);
      const date = await typeIn({ title, prompt, problem });
      if (date === '') delete draft.now;
      else if (date !== undefined) Object.assign(draft, { now: secondsOf(date) });
      return;
    }
    case 'bucket': {
      const prompt = t('A whole number from 0 to 9999. Leave it empty to use the bucket of the key.');
      const problem = (typed: string) => (/^\d{0,4}$/.test(typed) ? undefined : prompt);
      const bucket = await typeIn({ title, prompt, problem });
      if (bucket === '') delete draft.bucket;
      else if (bucket !== undefined) draft.bucket = Number(bucket);
    }
  }
}

/** Converts a date to Unix seconds; undefined if it is invalid. A date without a time means midnight UTC. */
export function secondsOf(typed: string): number | undefined {
  const instant = instantOf(/^\d{4}-\d{2}-\d{2}$/.test(typed) ? `${typed}T00:00:00Z` : typed);
  return instant === undefined ? undefined : Math.floor(instant / 1_000);
}

function dateOf(now: number | undefined): string {
  return now === undefined ? t('now') : new Date(now * 1_000).toISOString().replace('.000Z', 'Z');
}

/** Equal users get equal names, so that the view does not show the same user twice. */
function nameOf({ key, attributes, now, bucket }: Draft): string {
  const parts = [
    ...(key === undefined ? [] : [key]),
    ...Object.entries(attributes).map(([name, value]) => `${name}=${value}`),
    ...(now === undefined ? [] : [dateOf(now)]),
    ...(bucket === undefined ? [] : [t('bucket {0}', bucket)]),
  ];
  return parts.length === 0 ? t('anyone') : listOf(parts);
}
