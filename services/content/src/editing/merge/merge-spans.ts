import type { MergedLines, Sides } from './merge-lines.ts'

/** All edits of a side as one span: the lines `from` to `to` (excluded) of the base that they replace. */
interface Span {
  from: number
  to: number
}

/**
 * Merges lines in linear time by treating the edits of each side as one span. Coarser than diff3: edits of one side
 * around an edit of the other side are a conflict.
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
  let tail = 0
  while (tail < shared - from && base.at(-1 - tail) === side.at(-1 - tail)) tail++
  return { from, to: base.length - tail }
}
