import { diffWordsWithSpace } from 'diff'
import { lineEdits, linesIn } from '../../parts/line-edits.ts'

/** A part of a line; `added` or `removed` where a change has it on one side alone. */
interface Piece {
  text: string
  kind: 'same' | 'added' | 'removed'
}

/** A line of a comparison, with its number before and after; one of them is absent where the line is new or gone. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  before?: number
  after?: number
  pieces: Piece[]
}

/** Lines that stand together: changes with what is around them, or `hidden` lines without a change. */
export interface Hunk {
  lines: DiffLine[]
  isHidden: boolean
}

const contextLines = 3
/** Words of lines with more characters together, and of lines after so many in a text, are not compared. */
export const maxComparedCharacters = { ofLines: 20_000, ofText: 40_000 }
/** The most words that are gone or new in lines whose words are compared. The work grows with the square of their number. */
const maxWordEdits = 300

/** Compares two texts line by line, and changed lines word by word, as far as that takes no longer than reading them. */
export function compareTexts(before: string, after: string): DiffLine[] {
  const [old, fresh] = [linesIn(before), linesIn(after)]
  const lines: DiffLine[][] = []
  const at = { before: 1, after: 1 }
  const left = { characters: maxComparedCharacters.ofText }
  let done = 0
  for (const { from, to, lines: added } of lineEdits(old, fresh)) {
    lines.push(linesOf([{ text: old.slice(done, from).join(''), kind: 'same' }], at))
    lines.push(changedLines(old.slice(from, to).join(''), added.join(''), at, left))
    done = to
  }
  return [...lines, linesOf([{ text: old.slice(done).join(''), kind: 'same' }], at)].flat()
}

/** The lines of a text that replaced another: those of the first without what is new, then those of the second. */
function changedLines(removed: string, added: string, at: Counter, left: { characters: number }): DiffLine[] {
  const pieces = piecesOf(removed, added, left)
  if (!pieces)
    return [...linesOf([{ text: removed, kind: 'removed' }], at), ...linesOf([{ text: added, kind: 'added' }], at)]
  return [
    ...linesOf(
      pieces.filter(({ kind }) => kind !== 'added'),
      at,
      'removed',
    ),
    ...linesOf(
      pieces.filter(({ kind }) => kind !== 'removed'),
      at,
      'added',
    ),
  ]
}

/** Compares lines word by word; undefined where one text has none, or where that would take too long. */
function piecesOf(removed: string, added: string, left: { characters: number }): Piece[] | undefined {
  const characters = removed.length + added.length
  if (removed === '' || added === '' || characters > Math.min(maxComparedCharacters.ofLines, left.characters))
    return undefined
  left.characters -= characters
  return diffWordsWithSpace(removed, added, { maxEditLength: maxWordEdits })?.map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }))
}

interface Counter {
  before: number
  after: number
}

/** Splits pieces into lines of one kind: that of the first piece if none is given. */
function linesOf(pieces: Piece[], at: Counter, given?: DiffLine['kind']): DiffLine[] {
  const kind = given ?? pieces[0]?.kind ?? 'same'
  const lines: Piece[][] = [[]]
  for (const { text, kind: ofPiece } of pieces)
    for (const [index, one] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      // The kind of a whole line needs no mark on its words.
      if (one !== '') lines.at(-1)?.push({ text: one, kind: given ? ofPiece : 'same' })
    }
  if (lines.at(-1)?.length === 0) lines.pop()
  return lines.map((line) => ({
    kind,
    ...(kind !== 'added' && { before: at.before++ }),
    ...(kind !== 'removed' && { after: at.after++ }),
    pieces: line,
  }))
}

/** Groups the lines of a comparison: a long part without a change is hidden but for the lines beside changes. */
export function hunksOf(lines: readonly DiffLine[]): Hunk[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - contextLines), index + contextLines + 1).some(({ kind }) => kind !== 'same'),
  )
  const hunks: Hunk[] = []
  for (const [index, line] of lines.entries()) {
    const isHidden = !isNear[index]
    const last = hunks.at(-1)
    if (last?.isHidden === isHidden) last.lines.push(line)
    else hunks.push({ lines: [line], isHidden })
  }
  return hunks
}
