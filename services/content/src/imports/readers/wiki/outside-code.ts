const fence = /^ {0,3}(`{3,}|~{3,})/

/** Changes the parts of a text of markdown that are no code. Takes one pass, whatever the text. */
export function outsideCode(text: string, change: (part: string) => string): string {
  let open: string | undefined
  return text
    .split('\n')
    .map((line) => {
      const [, signs = ''] = fence.exec(line) ?? []
      if (open === undefined && signs === '') return outsideSpans(line, change)
      if (open === undefined) open = signs
      else if (signs.startsWith(open) && line.trim() === signs) open = undefined
      return line
    })
    .join('\n')
}

/** A span of code ends at the next run of as many ticks; where there is none, the ticks are words. */
function outsideSpans(line: string, change: (part: string) => string): string {
  if (!line.includes('`')) return change(line)
  const parts = line.split(/(`+)/)
  const places = Map.groupBy(
    [...parts.keys()].filter((at) => at % 2 === 1),
    (at) => parts[at]?.length ?? 0,
  )
  let written = ''
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? ''
    if (at % 2 === 0) {
      written += change(part)
      continue
    }
    const same = places.get(part.length) ?? []
    while (same[0] !== undefined && same[0] <= at) same.shift()
    const end = same[0] ?? at
    written += parts.slice(at, end + 1).join('')
    at = end
  }
  return written
}
