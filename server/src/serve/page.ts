/**
 * The page at `/`: what is served, and what applications asked for, for a person who wants to see that a change arrived. It loads
 * itself anew every two seconds. Without script, without a way to change anything, and without keys.
 */
import type { Asked, LocalServerOptions, SeenUser, ShownToggle, Tally } from './contract.js';
import type { Html } from './html.js';
import { element, lone } from './html.js';
import { start, style } from './style.js';

/** Of what a user was given; the rest is in the table of the toggles. */
const MOST_VALUES = 20;

export function renderPage({ source, t, clock }: LocalServerOptions, tally: Tally): string {
  const title = t('{0}: served to local applications', source.environment);
  const head = element(
    'head',
    {},
    lone('meta', { charset: 'utf-8' }),
    lone('meta', { 'http-equiv': 'refresh', content: '2' }),
    lone('link', { rel: 'icon', href: 'data:,' }),
    element('title', {}, title),
    { html: `<style>${style}</style>` },
  );
  const toggles = source.toggles();
  const body = element(
    'body',
    {},
    element('h1', {}, title),
    ...source.notes().map((note) => element('p', { class: 'trouble' }, note)),
    element('h2', {}, t('Toggles')),
    table(
      [t('Toggle'), t('Type'), t('File'), t('Evaluations in the last minute')],
      toggles.map((toggle) => toggleRow(toggle, tally.asked(toggle.key), t)),
    ),
    element('h2', {}, t('Recent users')),
    table(
      [t('User'), t('Attributes'), t('Last seen'), t('Received')],
      tally.users().map((user) => userRow(user, new Map(toggles.map((each) => [each.key, each])), clock(), t)),
    ),
  );
  return start + element('html', { lang: t('en') }, head, body).html;
}

type T = LocalServerOptions['t'];

function toggleRow({ key, ...toggle }: ShownToggle, asked: Asked | undefined, t: T): readonly Html[] {
  const { returnType, isTypeInferred, trouble, isServed, variations } = toggle;
  const type = returnType ?? t('unknown');
  const what = isServed
    ? t('The last good version is served: {0}', trouble ?? '')
    : t('Not served: {0}', trouble ?? '');
  const served = (asked?.served ?? []).map(({ rule, variation, times }) => {
    const name = nameOf(variations, variation, t);
    return rule === undefined ? t('{0}: {1}', name, times) : t('{0} by rule {1}: {2}', name, rule + 1, times);
  });
  return [
    element('th', { scope: 'row' }, key),
    element('td', {}, isTypeInferred ? t('{0}, inferred from the values', type) : type),
    trouble === undefined
      ? element('td', {}, isServed ? t('Served') : t('Not served'))
      : element('td', { class: 'trouble' }, what),
    element('td', {}, ...(asked === undefined ? [] : [String(asked.times), list(served)])),
  ];
}

function userRow(user: SeenUser, toggles: ReadonlyMap<string, ShownToggle>, now: number, t: T): readonly Html[] {
  const given = [...user.values].reverse().map(([key, { variation }]) => {
    return t('{0}: {1}', key, nameOf(toggles.get(key)?.variations ?? [], variation, t));
  });
  const more = given.length - MOST_VALUES;
  const shown = [...given.slice(0, MOST_VALUES), ...(more > 0 ? [t('{0} more', more)] : [])];
  return [
    element('th', { scope: 'row' }, user.key),
    element('td', {}, list(Array.from(user.attributes, ([name, value]) => t('{0}: {1}', name, value)))),
    element('td', {}, t('{0} s ago', Math.max(0, Math.floor((now - user.last) / 1000)))),
    element('td', {}, list(shown)),
  ];
}

function nameOf(variations: readonly string[], variation: number | undefined, t: T): string {
  if (variation === undefined) return t('no variation');
  return variations[variation] ?? t('variation {0}', variation + 1);
}

function table(heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  const head = heads.map((each) => element('th', { scope: 'col' }, each));
  const body = rows.map((cells) => element('tr', {}, ...cells));
  return element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...body));
}

function list(items: readonly string[]): Html {
  return element('ul', {}, ...items.map((item) => element('li', {}, item)));
}
