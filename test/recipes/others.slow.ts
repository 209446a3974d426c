/** Tests the recipes for other languages in docs/local-applications.md, with local toolchains and published SDKs, in the user's cache. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { cacheFolder } from '../vscode/host/cacheFolder.js';
import type { Recipe } from './recipes.js';
import { run, runRecipe } from './recipes.js';

const folderOf = (name: string) => join(cacheFolder(), 'recipes', name);
const recipes: readonly (Recipe & { readonly project: string })[] = [
  { name: 'Java', file: 'src/test/java/CheckoutTest.java', project: 'java', folder: folderOf('java') },
  { name: 'Go', file: 'checkout_test.go', project: 'go', folder: folderOf('go') },
  { name: 'Rust', file: 'tests/checkout.rs', project: 'rust', folder: folderOf('rust') },
];

describe.runIf(process.platform !== 'win32')('the recipe works for', () => {
  it.each(recipes)('$name', (recipe) => runRecipe(recipe));

  it('Python', async () => {
    const [project, folder] = [join(import.meta.dirname, 'projects/python'), folderOf('python')];
    mkdirSync(folder, { recursive: true });
    run(folder, `python3 -m venv tools && tools/bin/python -m pip install -q -r ${project}/requirements.txt`);
    await runRecipe({ name: 'Python', file: 'test_checkout.py', folder, tools: join(folder, 'tools/bin') });
  });
});
