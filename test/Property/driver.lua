-- Draws steps until `wanted` of them were accepted; compose.py puts `seed`,
-- `wanted`, `arrays`, `expressions` and `scalars` in front.
local state = seed * 2654435761 % 4294967296 + 12345
local function below(n)
  state = (state * 6364136223846793005 + 1442695040888963407)
  return (state >> 33) % n
end
local function pick(list) return list[below(#list) + 1] end
local function chance(n) return below(n) == 0 end

local function quoted(list)
  local texts = {}
  for at, text in ipairs(list) do texts[at] = '"' .. text .. '"' end
  return "{" .. table.concat(texts, ", ") .. "}"
end

local fresh = 0
local function name(stem)
  fresh = fresh + 1
  return stem .. fresh
end

local statement
local function around() return loops(statement) end
local function aloop() return pick(around()) end

-- Some loops around the statement, in order.
local function adjacent()
  local all = around()
  local first = below(#all) + 1
  local last = math.min(#all, first + (chance(2) and 0 or below(3)))
  return {table.unpack(all, first, last)}
end
local function shuffled()
  local all = {table.unpack(around())}
  for at = #all, 2, -1 do
    local other = below(at) + 1
    all[at], all[other] = all[other], all[at]
  end
  return all
end

local function call(command, ...)
  local texts = {'"' .. statement .. '"', ...}
  return command .. "(" .. table.concat(texts, ", ") .. ")"
end
local function q(text) return '"' .. text .. '"' end

local draw = {
  function() return call("permute", quoted(shuffled())) end,
  function()
    local some = adjacent()
    local sizes, outer = {}, {}
    for at in ipairs(some) do
      sizes[at] = pick{1, 2, 3, 4, 5, 8}
      outer[at] = name("t")
    end
    return call("tile", quoted(some), "{" .. table.concat(sizes, ", ") .. "}",
                "{outer = " .. quoted(outer) .. ", method = " ..
                    pick{'"counted"', '"strided"'} .. "}")
  end,
  function()
    return call("tile", q(aloop()), pick{2, 3, 4},
                "{outer = " .. q(name("t")) .. ", level = " ..
                    below(#around()) + 1 .. "}")
  end,
  function()
    return call("skew", q(aloop()), quoted{aloop()}, "{" .. pick{-2, -1, 1, 2} ..
                "}")
  end,
  function() return call("shift", q(aloop()), pick{-3, -1, 1, 2}) end,
  function() return call("shift_to", q(aloop()), pick{-2, 0, 1}) end,
  function() return call("normalize", q(aloop())) end,
  function() return call("reverse", q(aloop())) end,
  function()
    local loop = aloop()
    local condition = pick{loop .. " < 3", loop .. " >= 2", loop .. " > n - 3",
                           "2*" .. loop .. " < n", loop .. " < " .. aloop()}
    return call("split", q(loop), q(condition))
  end,
  function()
    return call("split_with_alignment", q(aloop()), pick{2, 3, 4})
  end,
  function()
    return call("peel", q(aloop()), pick{1, 2}, pick{'"first"', '"last"'})
  end,
  function() return call("distribute", q(aloop())) end,
  function()
    return call("fuse", q(pick(statements())), q(aloop()), q(aloop()))
  end,
  function()
    return call("unroll", q(aloop()), pick{0, 2, 3, 4}, pick{"true", "false"})
  end,
  function()
    return call("datacopy", q(aloop()), q(pick(arrays)),
                "{name = " .. q(name("copy")) .. ", pad = " .. pick{0, 1} ..
                    (chance(3) and ", fastest = " .. q(aloop()) or "") .. "}")
  end,
  function()
    return call("scalar_expand", quoted(adjacent()), q(pick(scalars)))
  end,
  function() return call("parallel", q(aloop())) end,
  function() return call("simd", q(aloop())) end,
  function()
    return call("make_dense", q(chance(3) and aloop() or pick(expressions)),
                q(name("d")))
  end,
  function()
    return call("coalesce", quoted(adjacent()), q(name("c")))
  end,
  function()
    return call("compact", quoted(adjacent()),
                chance(2) and "{order = " ..
                    q(pick{"ascending", "source", "first_touch"}) .. "}" or nil)
  end,
  function()
    local some = {pick(arrays)}
    if chance(3) then some = {some[1], pick(arrays)} end
    return call("compact_and_pad", quoted(adjacent()), quoted(some),
                chance(2) and "{order = " ..
                    q(pick{"ascending", "source", "first_touch"}) .. "}" or nil)
  end,
}
-- Those that give the others something to work on, more often.
for _, often in ipairs{1, 2, 19, 19, 19, 21, 22, 22} do
  draw[#draw + 1] = draw[often]
end

local commands = {
  permute = permute, tile = tile, skew = skew, shift = shift,
  shift_to = shift_to, normalize = normalize, reverse = reverse, split = split,
  split_with_alignment = split_with_alignment, peel = peel,
  distribute = distribute, fuse = fuse, unroll = unroll, datacopy = datacopy,
  scalar_expand = scalar_expand, parallel = parallel, simd = simd,
  make_dense = make_dense, coalesce = coalesce, compact = compact,
  compact_and_pad = compact_and_pad,
}

-- The drawn text is Lua; without `load` its arguments are read here.
local function value(text)
  if text:sub(1, 1) == "{" then
    local list = {}
    local inner = text:sub(2, -2)
    while inner ~= "" do
      local key, rest = inner:match("^%s*(%l+) = (.*)$")
      inner = rest or inner
      local item = inner:match("^%b{}") or inner:match('^%s*"[^"]*"') or
                   inner:match("^%s*[^,]+")
      inner = inner:sub(#item + 1):gsub("^,%s*", "")
      item = value((item:gsub("^%s*", "")))
      if key then list[key] = item else list[#list + 1] = item end
    end
    return list
  end
  if text:sub(1, 1) == '"' then return text:sub(2, -2) end
  if text == "true" or text == "false" then return text == "true" end
  return math.tointeger(tonumber(text))
end

assume_finite()
local accepted = 0
for _ = 1, 12 * wanted do
  if accepted >= wanted then break end
  statement = pick(statements())
  if type(statement) ~= "string" then statement = statement.name end
  if #around() == 0 then break end
  local text = pick(draw)()
  local command, arguments = text:match("^([%l_]+)%((.*)%)$")
  print("try", text)
  local ok, why = pcall(commands[command], table.unpack(value("{" .. arguments ..
                                                             "}")))
  if ok then
    accepted = accepted + 1
    print("step", text)
  else
    print("refused", text, (tostring(why):gsub("\n", " ")))
  end
end
