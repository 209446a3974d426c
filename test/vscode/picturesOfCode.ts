/** The pictures of code and its toggles: a call in Java, and the toggles that could go. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { dark, inEditor, light, picture, withoutSideBar } from './camera.js';
import { commitAll } from './pictureThatMoves.js';
import type { User } from './user.js';

const java = `package shop;

import com.featureprobe.sdk.server.FPUser;
import com.featureprobe.sdk.server.FeatureProbe;

class Cart {
    private static final String CHECKOUT = "checkout";

    boolean isNew(FeatureProbe probe, FPUser user) {
        return probe.boolValue(CHECKOUT, user, false);
    }

    double discount(FeatureProbe probe, FPUser user) {
        return probe.numberValue("discounts", user, 0);
    }
}
`;
const typescript = `import { FeatureProbe } from 'featureprobe-client-sdk-js';

export const showsDiscounts = (probe: FeatureProbe) => probe.boolValue('discounts', false);
export const shows = (probe: FeatureProbe, key: string) => probe.boolValue(key, false);
`;
const python = `import featureprobe as fp


def gift_cards(client: fp.Client, user: fp.User):
    return client.value("gift_cards", user, default=False)
`;
const targeting = (...rules: readonly object[]) => ({
  disabled: false,
  content: {
    rules,
    disabledServe: { select: 1 },
    defaultServe: { select: rules.length > 0 ? 0 : 1 },
    variations: ['off', 'on'].map((name) => ({ value: String(name === 'on'), name, description: '' })),
  },
});
const beta = {
  name: 'beta',
  conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris', 'London'] }],
  serve: { split: [7_500, 2_500] },
};

export async function picturesOfCode(): Promise<void> {
  const workspace = join(mkdtempSync(join(tmpdir(), 'pictures-')), 'shop');
  const write = (path: string, content: string | object) => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  };
  try {
    const files = '{environment}/{toggle}.targeting.json';
    const service = { baseUrl: 'https://toggles.example', project: 'Shop' };
    write('targeting.config.json', { ...service, files, environments: { dev: {}, production: {} }, code: {} });
    for (const environment of ['dev', 'production']) {
      const isDev = environment === 'dev';
      write(`${environment}/checkout.targeting.json`, isDev ? targeting() : targeting(beta));
      for (const name of ['discounts', 'gift_cards', 'old_banner'])
        write(`${environment}/${name}.targeting.json`, targeting());
    }
    write('src/Cart.java', java);
    write('src/cart.ts', typescript);
    write('src/cards.py', python);
    commitAll(workspace);
    await inEditor({ workspace, theme: light, width: 900, height: 800 }, 'production/checkout', call);
    await inEditor({ workspace, theme: dark, width: 800, height: 900 }, 'production/checkout', stale);
  } finally {
    rmSync(dirname(workspace), { recursive: true, force: true });
  }
}

async function call(user: User): Promise<void> {
  const { page } = user;
  await withoutSideBar(user);
  await user.open('src/Cart.java');
  await user.squiggles('warning').first().waitFor();
  await user.goTo(10, 38);
  await user.command('Show or Focus Hover');
  await page.locator('.monaco-hover:not(.hidden)', { hasText: 'production' }).first().waitFor();
  await picture(page, 'docs/pictures/code', { from: 0, to: 400 });
}

async function stale(user: User): Promise<void> {
  await withoutSideBar(user);
  await user.lens('called in 1 file').waitFor();
  await user.command('Targeting: Show Stale Toggles');
  await user.page.locator('.view-line', { hasText: 'Calls whose keys cannot be read' }).waitFor();
  await picture(user.page, 'docs/pictures/stale', { from: 0, to: 400 });
}
