import type { MergedLines, Sides } from './lines.ts'

/** A side's edits as one: what `from` to `to` (excluded) of the base became. */
interface Span {
  from: number
  to: number
}

/**
 * Merges lines in linear time by taking each side's edits as one span. Coarser than diff3: edits of one side that lie
 * around an edit of the other are a conflict.
 */
export function mergeSpans({ base, ours, theirs }: Sides, label: { a: string; b: string }): MergedLines {
  const [one, other] = [spanOf(base, ours), spanOf(base, theirs)]
  const whole: Span = { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) }
  const inside = (lines: string[], span: Span) => lines.slice(span.from, span.to + lines.length - base.length)
  const around = (middle: string[]) => [...base.slice(0, whole.from), ...middle, ...base.slice(whole.to)]

  if (one.to < other.from)
    return {
      lines: around([...inside(ours, one), ...base.slice(one.to, other.from), ...inside(theirs, other)]),
      conflict: false,
    }
  if (other.to < one.from)
    return {
      lines: around([...inside(theirs, other), ...base.slice(other.to, one.from), ...inside(ours, one)]),
      conflict: false,
    }
  const [start, middle, end] = [`<<<<<<< ${label.a}`, '=======', `>>>>>>> ${label.b}`]
  return { lines: around([start, ...inside(ours, whole), middle, ...inside(theirs, whole), end]), conflict: true }
}

function spanOf(base: string[], side: string[]): Span {
  const shared = Math.min(base.length, side.length)
  let from = 0
  while (from < shared && base[from] === side[from]) from++
  let behind = 0
  while (behind < shared - from && base.at(-1 - behind) === side.at(-1 - behind)) behind++
  return { from, to: base.length - behind }
}
