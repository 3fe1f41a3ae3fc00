const fence = /^ {0,3}(`{3,}|~{3,})/

/** Changes the parts of a markdown text that are not code. Takes linear time for any text. */
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

/** Changes a line outside of code spans. A span ends at the next run of equally many ticks; without one it is text. */
function outsideSpans(line: string, change: (part: string) => string): string {
  if (!line.includes('`')) return change(line)
  const parts = line.split(/(`+)/)
  const ends = nextOfSameLength(parts)
  let written = ''
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? ''
    if (at % 2 === 0) {
      written += change(part)
      continue
    }
    const end = ends.get(at) ?? at
    written += parts.slice(at, end + 1).join('')
    at = end
  }
  return written
}

/** Maps each run of ticks, which are every second part, to the next run of the same length. */
function nextOfSameLength(parts: readonly string[]): Map<number, number> {
  const next = new Map<number, number>()
  const last = new Map<number, number>()
  for (let at = 1; at < parts.length; at += 2) {
    const length = parts[at]?.length ?? 0
    const before = last.get(length)
    if (before !== undefined) next.set(before, at)
    last.set(length, at)
  }
  return next
}
