---@brief
---
--- https://github.com/toggle-targeting/toggle-targeting
---
--- Checks and explains feature toggles in `*.targeting.json`, their users and their tests.
---
--- `toggle-targeting-server` can be installed via `npm`:
---
--- ```sh
--- npm install -g toggle-targeting
--- ```
---
--- It attaches to these files alone.

local function is_ours(path)
  local name = vim.fs.basename(path)
  return name == 'targeting.config.json'
    or name == 'targeting.users.json'
    or vim.endswith(name, '.targeting.json')
    or vim.endswith(name, '.targeting.test.json')
end

---@type vim.lsp.Config
return {
  cmd = { 'toggle-targeting-server', '--stdio' },
  filetypes = { 'json', 'jsonc' },
  root_dir = function(bufnr, on_dir)
    local path = vim.api.nvim_buf_get_name(bufnr)
    if is_ours(path) then
      on_dir(vim.fs.root(path, { 'targeting.config.json', 'targeting.users.json', '.git' }))
    end
  end,
}
