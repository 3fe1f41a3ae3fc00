import type { ComparedTexts } from '@quire/contracts'
import { diffArrays } from 'diff'
import type { z } from 'zod'
import { alignLines } from '../merge/align-lines.ts'

type Part = z.input<typeof ComparedTexts>['parts'][number]
type Changed = Extract<Part, { type: 'changed' }>
type Line = Changed['removed'][number]

/** The lines `from` to `to` (excluded) of each text. */
interface Stretch {
  before: readonly [from: number, to: number]
  after: readonly [from: number, to: number]
}

/** The most lines, and words, that an edit script may have; a stretch with more is changed as a whole. */
const maxLineEdits = 200
const maxWordEdits = 400
/** Bounds the steps of all comparisons of words in one text: some hundred thousand, whatever was written. */
const maxEffort = 5_000_000

/**
 * Compares two texts by lines, and the lines that differ by words. Lines further than `context` from a change are counted
 * alone. Lines are aligned in linear time, and each stretch between is compared within bounds: where it has too many
 * words or edits, its lines are changed as a whole, and `isComplete` is false.
 */
export function compareTexts(before: string, after: string, context: number): z.input<typeof ComparedTexts> {
  const [one, other] = [linesOf(before), linesOf(after)]
  const effort = { left: maxEffort, isComplete: true }
  const parts: Part[] = []
  let [at, there] = [0, 0]
  for (const { before: removed, after: added } of changedStretches(one, other)) {
    parts.push(...equalPart(one, at, there, removed[0], context, parts.length === 0 ? 'start' : 'middle'))
    const compared = compareWords(one.slice(...removed), other.slice(...added), effort)
    parts.push({ type: 'changed', before: removed[0] + 1, after: added[0] + 1, ...compared })
    ;[at, there] = [removed[1], added[1]]
  }
  parts.push(...equalPart(one, at, there, one.length, context, parts.length === 0 ? 'whole' : 'end'))
  return { parts, isComplete: effort.isComplete }
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/** Finds the stretches that differ, in order. */
function* changedStretches(one: readonly string[], other: readonly string[]): Generator<Stretch> {
  let [at, there] = [0, 0]
  const pairs = [...alignLines(one, other)].sort(([a], [b]) => a - b)
  for (const [nextThere, next] of [...pairs, [other.length, one.length] as const]) {
    if (next > at || nextThere > there) yield* refined(one, other, { before: [at, next], after: [there, nextThere] })
    ;[at, there] = [next + 1, nextThere + 1]
  }
}

/** Splits a stretch at lines that are equal, though they occur more than once. */
function* refined(one: readonly string[], other: readonly string[], stretch: Stretch): Generator<Stretch> {
  const { before, after } = stretch
  const edits = diffArrays(one.slice(...before), other.slice(...after), { maxEditLength: maxLineEdits })
  if (!edits) return yield stretch
  let [at, there] = [before[0], after[0]]
  for (let index = 0; index < edits.length; index += 1) {
    const [start, startThere] = [at, there]
    for (let edit = edits[index]; edit && (edit.added || edit.removed); index += 1, edit = edits[index]) {
      if (edit.removed) at += edit.count
      else there += edit.count
    }
    if (at > start || there > startThere) yield { before: [start, at], after: [startThere, there] }
    const { count = 0 } = edits[index] ?? {}
    at += count
    there += count
  }
}

/** Presents equal lines: those near a change, and the number of the others. */
function equalPart(
  lines: readonly string[],
  at: number,
  there: number,
  to: number,
  context: number,
  place: 'start' | 'middle' | 'end' | 'whole',
): Part[] {
  const count = to - at
  const [head, tail] = [
    place === 'start' || place === 'whole' ? 0 : context,
    place === 'end' || place === 'whole' ? 0 : context,
  ]
  const part = (from: number, until: number): Part[] =>
    until > from
      ? [{ type: 'equal', before: from + 1, after: from - at + there + 1, lines: lines.slice(from, until) }]
      : []
  if (count <= head + tail) return part(at, to)
  const omitted: Part = { type: 'omitted', lines: count - head - tail }
  return [...part(at, at + head), omitted, ...part(to - tail, to)]
}

const word =
  /\n|[^\S\n]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu

/** Compares lines by words; one side may have none. */
function compareWords(
  removed: readonly string[],
  added: readonly string[],
  effort: { left: number; isComplete: boolean },
): Pick<Changed, 'removed' | 'added'> {
  if (removed.length === 0 || added.length === 0) return { removed: removed.map(whole), added: added.map(whole) }
  const [one, other] = [removed, added].map((lines) => lines.join('\n').match(word) ?? [])
  const words = (one?.length ?? 0) + (other?.length ?? 0)
  const cost = words * Math.min(words, maxWordEdits)
  const edits =
    cost <= effort.left && one && other ? diffArrays(one, other, { maxEditLength: maxWordEdits }) : undefined
  effort.left -= cost <= effort.left ? cost : 0
  if (!edits) {
    effort.isComplete = false
    return { removed: removed.map(whole), added: added.map(whole) }
  }
  return {
    removed: linesWith(
      edits.flatMap(({ added: isNew, removed: isChanged, value }) => (isNew ? [] : [{ value, isChanged }])),
    ),
    added: linesWith(
      edits.flatMap(({ removed: isGone, added: isChanged, value }) => (isGone ? [] : [{ value, isChanged }])),
    ),
  }
}

const whole = (text: string): Line => (text === '' ? [] : [{ text, changed: true }])

/** Splits words at line ends; neighbours that are both changed, or both not, are one span. */
function linesWith(runs: readonly { value: readonly string[]; isChanged: boolean }[]): Line[] {
  const lines: Line[] = [[]]
  for (const { value, isChanged } of runs)
    for (const [index, text] of value.join('').split('\n').entries()) {
      if (index > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push({ text, ...(isChanged && { changed: true }) })
    }
  return lines
}
