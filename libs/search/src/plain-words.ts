const other = 0
const lower = 1
const upper = 2
const digit = 3
/** Characters that can begin a chunk but no plain word: `_`, `@`, `-`, `$`. */
const opening = 4

const kindOf = new Uint8Array(128)
for (let code = 0; code < 26; code++) {
  kindOf[97 + code] = lower
  kindOf[65 + code] = upper
}
for (let code = 48; code < 58; code++) kindOf[code] = digit
for (const character of '_@-$') kindOf[character.charCodeAt(0)] = opening

/** Characters that join `_`, letters and digits within one identifier. */
const joiners = new Set([...'-./:@'].map((character) => character.charCodeAt(0)))

/** Returns the first offset from `at` on at which a chunk may begin. */
export function nextBeginning(text: string, at: number): number {
  let index = at
  while (index < text.length && text.charCodeAt(index) < 128 && kindOf[text.charCodeAt(index)] === other) index++
  return index
}

/**
 * Returns the end of the plain English word that begins at `at`: letters of one case except for the first, or digits,
 * at most `longest` of them and joined to nothing. Returns -1 if there is no such word and the slower rules apply.
 */
export function plainWordEnd(text: string, at: number, longest: number): number {
  const first = kindOf[text.charCodeAt(at)] ?? other
  if (first === other || first === opening) return -1
  let end = at + 1
  let kind = kindOf[text.charCodeAt(end)] ?? other
  const rest = first === upper && kind === lower ? lower : first
  // Stops one letter after the bound: a run may have a million letters.
  while (kind === rest && end - at <= longest) kind = kindOf[text.charCodeAt(++end)] ?? other
  return end - at <= longest && endsAt(text, end) ? end : -1
}

/** True if nothing after `end` can belong to the same chunk. */
function endsAt(text: string, end: number): boolean {
  if (end >= text.length) return true
  const code = text.charCodeAt(end)
  if (code === 32 || code === 10) return true
  // An accent, a joiner of emoji or a typographic apostrophe.
  if (code > 127) return false
  if (kindOf[code] !== other && !joiners.has(code)) return code === 36
  if (code === 43 || code === 35 || code === 39) return false
  if (!joiners.has(code)) return true
  let at = end
  while (at < end + 3 && joiners.has(text.charCodeAt(at))) at++
  const next = text.charCodeAt(at)
  return !(next > 127) && ((kindOf[next] ?? other) === other || next === 36)
}
