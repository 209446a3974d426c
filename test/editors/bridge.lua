-- Lets a test talk to the Neovim that loads this file. A request is a line of JSON on standard input, { id, lua, args };
-- its answer is a line on standard output, { id, value } or { id, error }. Keys go through nvim_input, as a person's do,
-- so they may not be handled yet when a request is answered: a test must wait for their effect.
local channel

local function answer(line)
  local request = vim.fn.json_decode(line)
  local ok, value = xpcall(function()
    return assert(loadstring(request.lua))(unpack(request.args))
  end, debug.traceback)
  local reply = ok and { id = request.id, value = value } or { id = request.id, error = value }
  vim.fn.chansend(channel, vim.fn.json_encode(reply) .. '\n')
end

local unfinished = ''
channel = vim.fn.stdioopen({
  on_stdin = function(_, pieces)
    -- The test has ended.
    if #pieces == 1 and pieces[1] == '' then
      return vim.cmd('qall!')
    end
    pieces[1] = unfinished .. pieces[1]
    unfinished = table.remove(pieces)
    for _, line in ipairs(pieces) do
      answer(line)
    end
  end,
})
