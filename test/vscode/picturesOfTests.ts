/**
 * The pictures of who gets what: users with the reason, before anything is saved, and a user who is completed; and those of tests of
 * targeting: one that fails, beside the rule that decided, and what no test reaches.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { dark, inEditor, light, picture, withoutSideBar } from './camera.js';
import type { User } from './user.js';

const files = {
  // The panel with the results would cover half of the picture.
  '.vscode/settings.json':
    '{ "testing.automaticallyOpenTestResults": "neverOpen", "files.autoSave": "off", "testing.gutterEnabled": false }',
  'targeting.users.json': `{
  "users": [
    { "name": "ada", "attributes": { "city": "Paris", "app_version": "2.4.0" } },
    { "name": "bob", "attributes": { "email": "bob@shop.com" } },
    { "name": "cy", "attributes": { "app_version": "2.3.9" } }
  ]
}
`,
  'new_checkout.targeting.json': `{
  "comment": "New versions first",
  "content": {
    "rules": [
      {
        "name": "new versions",
        "serve": { "select": 1 },
        "conditions": [
          { "type": "semver", "subject": "app_version", "predicate": ">=", "objects": ["2.4.0"] }
        ]
      },
      {
        "name": "staff",
        "serve": { "split": [5000, 5000] },
        "conditions": [
          { "type": "string", "subject": "email", "predicate": "ends with", "objects": ["@shop.com"] }
        ]
      }
    ],
    "disabledServe": { "select": 0 },
    "defaultServe": { "select": 0 },
    "variations": [
      { "value": "false", "name": "old", "description": "" },
      { "value": "true", "name": "new", "description": "" }
    ]
  }
}
`,
  'greeting.targeting.json': `{
  "comment": "Hello",
  "content": {
    "rules": [
      {
        "name": "south",
        "serve": { "select": 1 },
        "conditions": [
          { "type": "string", "subject": "city", "predicate": "is one of", "objects": ["Nice", "Rome", "Oslo"] }
        ]
      },
      {
        "name": "young Romans",
        "serve": { "select": 0 },
        "conditions": [
          { "type": "string", "subject": "city", "predicate": "is one of", "objects": ["Rome"] },
          { "type": "number", "subject": "age", "predicate": "<", "objects": ["18", "15"] }
        ]
      },
      {
        "name": "Paris",
        "serve": { "select": 1 },
        "conditions": [
          { "type": "string", "subject": "city", "predicate": "is one of", "objects": ["Paris"] }
        ]
      }
    ],
    "disabledServe": { "select": 0 },
    "defaultServe": { "select": 0 },
    "variations": [
      { "value": "hello", "name": "hello", "description": "" },
      { "value": "ciao", "name": "ciao", "description": "" }
    ]
  }
}
`,
  'new_checkout.targeting.test.json': `{
  "cases": [
    {
      "name": "ada keeps the old one",
      "user": "ada",
      "expect": { "variation": "old" }
    },
    {
      "name": "nobody else in France",
      "user": { "key": "u1" },
      "matrix": { "city": ["Lyon", "Lille"] },
      "expect": { "variation": "old" }
    },
    {
      "name": "half of the staff",
      "user": { "attributes": { "email": "bob@shop.com" } },
      "bucket": 0,
      "expect": { "rule": "staff" }
    }
  ]
}
`,
};

export async function picturesOfTests(): Promise<void> {
  const workspace = join(mkdtempSync(join(tmpdir(), 'pictures-')), 'shop');
  mkdirSync(join(workspace, '.vscode'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(workspace, name), text);
  try {
    await inEditor({ workspace, theme: dark, width: 1240, height: 620 }, 'new_checkout', whoGetsWhat);
    await inEditor({ workspace, theme: light, width: 980, height: 420 }, 'new_checkout', completedUser);
    await inEditor({ workspace, theme: dark, width: 1000, height: 660 }, 'greeting', deadRule);
    await inEditor({ workspace, theme: dark, width: 1080, height: 560 }, 'new_checkout', failure);
    await inEditor({ workspace, theme: light, width: 1080, height: 600 }, 'new_checkout', coverage);
  } finally {
    rmSync(dirname(workspace), { recursive: true, force: true });
  }
}

/** A version is raised: the view says who gets a different value than what is saved. */
async function whoGetsWhat(user: User): Promise<void> {
  const { page } = user;
  const row = (...words: readonly string[]) =>
    page
      .locator('.customview-tree .monaco-list-row')
      .filter({ hasText: new RegExp(words.join('.*')) })
      .first();
  await user.command('Targeting: Show Who Gets What');
  await row('1 · new').waitFor();
  // The other view of the container needs no place here.
  await page.locator('.pane-header[aria-label^="Toggles"]').click();
  await user.open('new_checkout.targeting.json');
  await user.goTo(9, 92);
  await page.keyboard.press('Backspace');
  await user.type('5');
  // Lenses come after the view.
  await user.lens('2 of 3 users: ada, cy').waitFor();
  await row('ada', 'was 1 · new').waitFor();
  await row('ada').locator('.monaco-tl-twistie').click();
  await row('^Rule 1').locator('.monaco-tl-twistie').click();
  await row('app_version', '2.5.0').waitFor();
  await user.goTo(9, 22);
  await user.command('Show or Focus Hover');
  await page.locator('.monaco-hover', { hasText: 'bob' }).first().waitFor();
  await picture(page, 'docs/pictures/who-gets-what');
}

async function completedUser(user: User): Promise<void> {
  const { page } = user;
  await withoutSideBar(user);
  await user.open('targeting.users.json');
  await user.goTo(5, 1);
  await page.keyboard.press('End');
  await user.type(',');
  await page.keyboard.press('Enter');
  await user.type('{ "name": "di", "attributes": { "');
  await page.locator('.suggest-widget.visible', { hasText: 'app_version' }).waitFor();
  await picture(page, 'docs/pictures/users');
}

async function deadRule(user: User): Promise<void> {
  const { page } = user;
  await withoutSideBar(user);
  await page.locator('.squiggly-inline-unnecessary').first().waitFor();
  await user.goTo(15, 12);
  await user.command('Show or Focus Hover');
  await page.locator('.monaco-hover:not(.hidden)', { hasText: 'No user reaches this rule' }).first().waitFor();
  await picture(page, 'docs/pictures/dead');
}

async function failure(user: User): Promise<void> {
  const { page } = user;
  const rows = page.locator('.test-explorer .monaco-list-row');
  await page.locator('.activitybar .action-item:has([aria-label^="Testing"])').click();
  await user.command('Test: Run All Tests');
  await rows
    .filter({ has: page.locator('.codicon-testing-failed-icon') })
    .locator('.monaco-tl-twistie')
    .first()
    .click();
  await rows.filter({ hasText: 'ada keeps' }).dblclick();
  await page.locator('.tab.active', { hasText: 'new_checkout.targeting.test.json' }).waitFor();
  await user.command('Test: Peek Output');
  await page.locator('.test-output-peek', { hasText: 'new_checkout.targeting.json' }).waitFor();
  await page.mouse.move(5, 5);
  await picture(page, 'docs/pictures/tests');
}

async function coverage(user: User): Promise<void> {
  const { page } = user;
  await page.locator('.activitybar .action-item:has([aria-label^="Testing"])').click();
  await user.command('Test: Run All Tests with Coverage');
  await page.locator('.coverage-deco-gutter.coverage-deco-miss').first().waitFor();
  await page
    .locator('.monaco-list-row', { has: page.locator('.test-coverage-list-item') })
    .locator('.monaco-tl-twistie')
    .click();
  await page.mouse.move(5, 5);
  await picture(page, 'docs/pictures/coverage');
}
