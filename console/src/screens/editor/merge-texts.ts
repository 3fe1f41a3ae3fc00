import { type LineEdit, lineEdits } from '../../parts/line-edits.ts'

/** The way in which the text of somebody else was merged: `both` if the text has the lines of both where both changed them. */
export type Merged = 'clean' | 'both' | undefined

/** Merges two changed texts line by line; where both changed the same lines, both are kept, one's own first. */
export function mergeTexts(base: string, own: string, theirs: string): { text: string; merged: Merged } {
  if (theirs === base || theirs === own) return { text: own, merged: undefined }
  if (own === base) return { text: theirs, merged: 'clean' }
  const [lines, ownLines, theirLines] = [base.split('\n'), own.split('\n'), theirs.split('\n')]
  const merged: string[][] = []
  let at = 0
  let isBoth = false
  for (const { from, to, own, theirs } of meetings(lineEdits(lines, ownLines), lineEdits(lines, theirLines))) {
    merged.push(lines.slice(at, from))
    const [mine, others] = [own, theirs].map((edits) => edited(lines, { from, to }, edits)) as [string[], string[]]
    if (theirs.length === 0) merged.push(mine)
    else if (own.length === 0 || isSame(mine, others)) merged.push(others)
    else {
      merged.push(mine, others)
      isBoth = true
    }
    at = to
  }
  return { text: [...merged, lines.slice(at)].flat().join('\n'), merged: isBoth ? 'both' : 'clean' }
}

/** A title that somebody else has given a page, and whether one's own has taken its place. */
export interface OtherTitle {
  title: string
  isReplaced: boolean
}

/** Merges two changed titles; where both changed it, one's own is kept. An empty one replaces none: no page is without. */
export function mergeTitles(base: string, own: string, theirs: string): { title: string; other?: OtherTitle } {
  if (theirs === base || theirs === own) return { title: own }
  if (own === base) return { title: theirs, other: { title: theirs, isReplaced: false } }
  return { title: own, other: { title: theirs, isReplaced: own.trim() !== '' } }
}

type Range = Pick<LineEdit, 'from' | 'to'>

/** Lines of the base that either text changed, with all edits that overlap or touch each other there. */
interface Meeting extends Range {
  own: LineEdit[]
  theirs: LineEdit[]
}

/** Groups the edits of both texts by the lines of the base that they change, in order. */
function meetings(own: LineEdit[], theirs: LineEdit[]): Meeting[] {
  const all = [
    ...own.map((edit) => ({ edit, side: 'own' as const })),
    ...theirs.map((edit) => ({ edit, side: 'theirs' as const })),
  ].sort((one, other) => one.edit.from - other.edit.from)
  const found: Meeting[] = []
  for (const { edit, side } of all) {
    const last = found.at(-1)
    const meeting = last && edit.from <= last.to ? last : { from: edit.from, to: edit.to, own: [], theirs: [] }
    if (meeting !== last) found.push(meeting)
    meeting.to = Math.max(meeting.to, edit.to)
    meeting[side].push(edit)
  }
  return found
}

/** Returns the lines of a range of the base as the edits leave them. */
function edited(base: string[], { from, to }: Range, edits: LineEdit[]): string[] {
  const lines: string[][] = []
  let at = from
  for (const edit of edits) {
    lines.push(base.slice(at, edit.from), edit.lines)
    at = edit.to
  }
  return [...lines, base.slice(at, to)].flat()
}

const isSame = (one: string[], other: string[]) =>
  one.length === other.length && one.every((line, index) => line === other[index])
