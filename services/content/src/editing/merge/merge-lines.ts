import { merge } from 'node-diff3'
import { conflictMarkers, sideLabels } from '../../storage/revisions/conflict-markers.ts'
import { longestRising, onlyOnce } from './align-lines.ts'

/** All edits of a side as one span: the lines `from` to `to` (excluded) of the base that they replace. */
interface Span {
  from: number
  to: number
}

/**
 * Merges lines in linear time by treating the edits of each side as one span. Coarser than diff3: edits of one side
 * around an edit of the other side are a conflict.
 */
export function mergeSpans({ base, ours, theirs }: Sides): MergedLines {
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
  const [start, middle, end] = conflictMarkers
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

export interface MergedLines {
  lines: string[]
  conflict: boolean
}

export interface Sides {
  base: string[]
  ours: string[]
  theirs: string[]
}

// The cost of diff3 grows with the cube of repeated lines: 300 take milliseconds, 4,000 would take ten seconds.
const maxLines = 300
// Upper bound on the cost of all parts of a text: four parts of 300 equal lines, or thousands of distinct lines.
const maxEffort = 4 * maxLines ** 3

const label = { a: sideLabels.main, b: sideLabels.changeRequest }

/**
 * Three-way merge of lines; a conflict holds both sides between markers. Lines that occur once on every side, in the
 * same order, split the text into parts that are merged separately, so a long text costs little. Once the parts have
 * used up `maxEffort`, the rest is merged in linear time; edits that this cannot separate are a conflict.
 */
export function mergeLines(sides: Sides): MergedLines {
  const merged: MergedLines = { lines: [], conflict: false }
  const add = (part: MergedLines) => {
    for (const line of part.lines) merged.lines.push(line)
    merged.conflict ||= part.conflict
  }
  const effort = { left: maxEffort }
  let from: Anchor = [0, 0, 0]
  for (const anchor of anchors(sides)) {
    add(mergePart(between(sides, from, anchor), effort))
    add({ lines: sides.base.slice(anchor[0], anchor[0] + 1), conflict: false })
    from = [anchor[0] + 1, anchor[1] + 1, anchor[2] + 1]
  }
  add(mergePart(between(sides, from, [sides.base.length, sides.ours.length, sides.theirs.length]), effort))
  return merged
}

const between = ({ base, ours, theirs }: Sides, from: Anchor, to: Anchor): Sides => ({
  base: base.slice(from[0], to[0]),
  ours: ours.slice(from[1], to[1]),
  theirs: theirs.slice(from[2], to[2]),
})

function mergePart({ base, ours, theirs }: Sides, effort: { left: number }): MergedLines {
  if (same(ours, theirs) || same(base, theirs)) return { lines: ours, conflict: false }
  if (same(base, ours)) return { lines: theirs, conflict: false }
  const maxLength = Math.max(base.length, ours.length, theirs.length)
  if (maxLength > maxLines) return mergeSpans({ base, ours, theirs })
  const cost = maxLength * (pairsOf(base, ours) + pairsOf(base, theirs))
  if (cost > effort.left) return mergeSpans({ base, ours, theirs })
  effort.left -= cost
  const { result, conflict } = merge<string>(ours, base, theirs, { excludeFalseConflicts: true, label })
  return { lines: result, conflict }
}

/** Returns the number of pairs of equal lines on two sides, from which diff3 chooses. */
function pairsOf(one: string[], other: string[]): number {
  const counts = new Map<string, number>()
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1)
  return other.reduce((pairs, line) => pairs + (counts.get(line) ?? 0), 0)
}

const same = (one: string[], other: string[]) =>
  one.length === other.length && one.every((line, at) => line === other[at])

/** The positions of one line on the three sides. */
type Anchor = [base: number, ours: number, theirs: number]

function anchors({ base, ours, theirs }: Sides): Anchor[] {
  const [inBase, inOurs, inTheirs] = [onlyOnce(base), onlyOnce(ours), onlyOnce(theirs)]
  const common = [...inBase].flatMap(([line, at]): Anchor[] => {
    const [one, other] = [inOurs.get(line), inTheirs.get(line)]
    return one === undefined || other === undefined ? [] : [[at, one, other]]
  })
  return longestRising(
    longestRising(common, ([, at]) => at),
    ([, , at]) => at,
  )
}
