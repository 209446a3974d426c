/**
 * Tests the built server in real Neovims, configured word for word as in docs/editors/neovim.md. Without a Neovim, its
 * suite fails on Linux; on other systems, the title of the suite says that it did not run.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Folder } from '../support/folder.js';
import { temporaryFolder } from '../support/folder.js';
import { configuration } from './configurations.js';
import type { Editor } from './editor.js';
import { editorOf } from './editor.js';
import type { Kind } from './findNeovim.js';
import { findNeovim, isExpected, newer, older } from './findNeovim.js';
import type { Neovim, Program } from './neovim.js';
import { startNeovim } from './neovim.js';

const checkout = `{
  "comment": "c",
  "content": {
    "defaultServe": { "select": 0 },
    "variations": [{ "value": "ä🎉", "name": "old" }, { "value": "b", "name": "new" }]
  }
}`;

/** Lua for the text of the floating window. */
const floating = `(function()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\\n')
    end
  end
end)()`;

/** Lua for the entries of the completion menu. */
const menu = `vim.tbl_map(function(item) return item.abbr end, vim.fn.complete_info({ 'items' }).items)`;

/** Lua that lists the choices, and leaves the choice to the test. */
const chooseByTitle = `
  vim.ui.select = function(items, options, on_choice)
    offered = vim.tbl_map(options.format_item, items)
    choose = function(title)
      for index, found in ipairs(offered) do
        if found == title then on_choice(items[index], index) end
      end
    end
  end`;

// If neither Debian's package nor the wheel runs, the Neovim on the PATH is tested; without Neovim, this file fails.
for (const kind of [older, newer].filter(isExpected)) {
  describe(kind.title, () => suite(kind));
}

if (isExpected(newer))
  describe('Neovim with the file for nvim-lspconfig', () => {
    it('attaches the server only to targeting files', async () => {
      const folder = temporaryFolder();
      for (const name of ['package.json', 'a/x.targeting.json', 'targeting.users.json'])
        folder.write(name, '{ "disabeld": 1 }\n');
      const runtime = JSON.stringify(join(import.meta.dirname, '../../docs/editors'));
      const nvim = startNeovim({
        program: await findNeovim(newer),
        configuration: `vim.opt.runtimepath:prepend(${runtime})\nvim.lsp.enable('toggle_targeting')\n`,
        files: [fileURLToPath(folder.uri('package.json'))],
      });
      const editor = editorOf(nvim);
      try {
        for (const name of ['a/x.targeting.json', 'targeting.users.json']) {
          await nvim.lua(`vim.cmd('edit ' .. vim.fn.fnameescape(...))`, fileURLToPath(folder.uri(name)));
          await editor.hasServers(1);
          await editor.sees('#vim.diagnostic.get(0) > 0', true);
        }
        await editor.hasServers(0, 1);
        expect(nvim.errors()).toEqual([]);
      } finally {
        await nvim.dispose();
        folder.dispose();
      }
    }, 300_000);
  });

if (isExpected(newer))
  describe('Neovim in code', () => {
    it('underlines an unknown key, shows what a toggle serves, and opens its file', async () => {
      const folder = temporaryFolder();
      folder.write('targeting.config.json', '{ "environments": { "dev": {} }, "code": { "complete": true } }\n');
      folder.write('checkout.targeting.json', `${checkout}\n`);
      folder.write('other/plain.py', 'x = 1\n');
      const code = `import featureprobe as fp
a = client.value("checkout", user, default="x")
b = client.value("checkuot", user, default="x")`;
      folder.write('cart.py', `${code}\n`);
      const nvim = startNeovim({
        program: await findNeovim(newer),
        configuration: configuration('Code in Neovim 0.11', 'lua'),
        files: [fileURLToPath(folder.uri('cart.py'))],
      });
      const editor = editorOf(nvim);
      try {
        await editor.hasServers(1);
        await editor.shows(
          `${code}
                 ^^^^^^^^^^ warning[unknown-key]: There is no toggle "checkuot", so this call always returns its own default. Did you mean "checkout"?`,
        );
        await editor.goTo('checkout"');
        await nvim.lua('vim.lsp.buf.hover()');
        await editor.sees(`${floating}:find('everyone old', 1, true) ~= nil`, true);
        await nvim.lua('vim.lsp.buf.definition()');
        await editor.sees(`vim.fs.basename(vim.api.nvim_buf_get_name(0))`, 'checkout.targeting.json');
        expect(nvim.errors()).toEqual([]);
      } finally {
        await nvim.dispose();
        folder.dispose();
      }
    }, 300_000);
  });

function suite(kind: Kind): void {
  let program: Program;
  let folder: Folder;
  let nvim: Neovim;
  let editor: Editor;

  const open = async (name: string, text: string, servers = 1) => {
    folder.write(name, `${text}\n`);
    const files = [fileURLToPath(folder.uri(name))];
    nvim = startNeovim({ program, configuration: configuration(kind.title, 'lua'), files });
    editor = editorOf(nvim);
    await editor.hasServers(servers);
  };
  const edit = async (name: string) => {
    await nvim.lua(`vim.cmd('edit ' .. vim.fn.fnameescape(...))`, fileURLToPath(folder.uri(name)));
  };

  beforeAll(async () => {
    program = await findNeovim(kind);
  }, 300_000);
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    const errors = nvim.errors();
    await nvim.dispose();
    folder.dispose();
    expect(errors).toEqual([]);
  });

  it('underlines mistakes at the right position, even after multi-byte characters', async () => {
    await open('checkout.targeting.json', '{ "comment": "größer 🎉", "disabled": "true",\n  "disabeld": 1, }');
    await editor.shows(`{ "comment": "größer 🎉", "disabled": "true",
                                      ^^^^^^ error[wrong-type]: "disabled" must be a boolean, not a string.
  "disabeld": 1, }
  ^^^^^^^^^^ warning[unknown-property]: Unknown property "disabeld" in the body.
               ^ error[syntax]: Trailing comma: nothing follows it.`);
  });

  it('follows typing, undo, redo, global replacement and reloading', async () => {
    await open('checkout.targeting.json', checkout);
    const wrong = checkout.replace(
      '"select": 0 },',
      `"select": 7 },
                                ^ warning[select-out-of-range]: Variation 7 does not exist: this toggle has 2 variations (0 to 1).`,
    );
    await editor.goTo('0 }');
    await nvim.type('r7');
    await editor.shows(wrong);
    await nvim.type('u');
    await editor.shows(checkout);
    await nvim.type('<C-r>');
    await editor.shows(wrong);
    await editor.agreesWithServer();

    await nvim.type('uggVGd');
    await editor.has('');
    await nvim.type('u');
    await editor.has(checkout);
    await editor.shows(checkout);
    await editor.agreesWithServer();

    await nvim.type(':%s/🎉\\|ä/"öß🎉🎉"/g<CR>');
    await nvim.type('u:%s/"b"/"ü🎉"/g<CR>');
    await editor.has(checkout.replace('"b"', '"ü🎉"'));
    await editor.goTo('"new"');
    await nvim.type('dt}');
    await editor.shows(`{
  "comment": "c",
  "content": {
    "defaultServe": { "select": 0 },
    "variations": [{ "value": "ä🎉", "name": "old" }, { "value": "ü🎉", "name": }]
                                                                                ^ error[syntax]: A value is missing before this.
  }
}`);

    await nvim.type(':edit!<CR>');
    await editor.shows(checkout);
    await editor.agreesWithServer();
  });

  it('completes a toggle key', async () => {
    await open('checkout.targeting.json', checkout);
    await editor.goTo('"c"');
    await nvim.type('A<CR>"dis');
    if (kind === newer) {
      // The menu opens by itself, and the boolean gets a default value.
      await editor.sees(menu, ['disabled']);
      await nvim.type('<C-y>');
    } else {
      // The only proposal is inserted at once.
      await nvim.type('<C-x><C-o>');
    }
    const completed = checkout.replace('"c",', '"c",\n  "disabled": false,');
    await editor.has(completed);
    await nvim.type('<Esc>');
    await editor.shows(completed);
    await editor.agreesWithServer();
  });

  it('applies the chosen fix', async () => {
    const right = checkout.replace('"b"', '"7"');
    await open('checkout.targeting.json', right.replace('"select"', '"selekt"').replace('"7"', '7'));
    await nvim.lua(chooseByTitle);
    await editor.goTo('"selekt"');
    await nvim.type('gra');
    await editor.sees('offered', ['Rename to "select"', 'Remove "selekt"', 'Add a test for the default']);
    await nvim.lua('choose(...)', 'Rename to "select"');
    await editor.has(right.replace('"7"', '7'));
    await editor.goTo('7,');
    await nvim.type('gra');
    await editor.sees('offered[1]', 'Quote the value: "7"');
    await nvim.lua('choose(...)', 'Quote the value: "7"');
    await editor.shows(right);
    await editor.agreesWithServer();
  });

  if (kind === newer) {
    it('applies all unambiguous fixes with the documented command', async () => {
      await open(
        'checkout.targeting.json',
        '{ "comment": "🎉", "disabled": "true", "content": { "variations": [{ "value": 1, "name": 2 }], } }',
      );
      await nvim.type(`${configuration(kind.title, 'vim').trim()}<CR>`);
      await editor.shows(
        '{ "comment": "🎉", "disabled": true, "content": { "variations": [{ "value": "1", "name": "2" }] } }',
      );
    });
  }

  it('uses the severities of targeting.config.json once the config is saved', async () => {
    // Without a workspace, a config applies to the files below it in its repository.
    folder.write('.git/HEAD', 'ref: refs/heads/main\n');
    folder.write('targeting.config.json', '{ "environments": { "dev": {} } }\n');
    await open('dev/checkout.targeting.json', '{ "disabeld": 1 }');
    await editor.shows(
      '{ "disabeld": 1 }\n  ^^^^^^^^^^ warning[unknown-property]: Unknown property "disabeld" in the body. Did you mean "disabled"?',
    );
    await edit('targeting.config.json');
    await nvim.type('$i, "problems": { "unknown-property": "error" }<Esc>:write<CR>');
    await edit('dev/checkout.targeting.json');
    await editor.shows(
      '{ "disabeld": 1 }\n  ^^^^^^^^^^ error[unknown-property]: Unknown property "disabeld" in the body. Did you mean "disabled"?',
    );
  });

  it('starts one server for all targeting files, and sends it no other files', async () => {
    await open('package.json', '{ "disabeld": 1 }', 0);
    for (const name of ['a/a.targeting.json', 'b/b.targeting.json', 'b/targeting.config.json']) {
      folder.write(name, '{ "disabeld": true }\n');
      await edit(name);
      await editor.hasServers(1);
      await editor.sees('#vim.diagnostic.get(0) > 0', true);
    }
    expect(nvim.servers()).toEqual(['started']);
    await editor.hasServers(0, 1);
  });

  it('ends the server when Neovim exits', async () => {
    await open('checkout.targeting.json', '{ "disabeld": 1 }');
    await editor.sees('#vim.diagnostic.get(0)', 1);
    await nvim.end();
    // On a busy machine, Neovim ends before the server has confirmed the shutdown; the server then ends with an error.
    await expect.poll(nvim.servers).toEqual(['started', expect.stringMatching(/^ended [01]$/)]);
  });

  it('ends the server when Neovim is killed', async () => {
    await open('checkout.targeting.json', '{ "disabeld": 1 }');
    await editor.sees('#vim.diagnostic.get(0)', 1);
    await nvim.end('SIGKILL');
    await expect.poll(nvim.servers).toEqual(['started', 'ended 1']);
  });
}
