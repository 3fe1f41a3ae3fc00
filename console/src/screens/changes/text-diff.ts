import { diffLines, diffWordsWithSpace } from 'diff'

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
/** Above this number of characters, words of two lines are not compared: it would take longer than reading them. */
const maxComparedCharacters = 20_000

/** Compares two texts line by line, and changed lines word by word. */
export function compareTexts(before: string, after: string): DiffLine[] {
  const parts = diffLines(before, after)
  const lines: DiffLine[] = []
  const at = { before: 1, after: 1 }
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    if (!part) continue
    const next = parts[index + 1]
    if (part.removed && next?.added) {
      lines.push(...changedLines(part.value, next.value, at))
      index++
    } else
      lines.push(...linesOf([{ text: part.value, kind: part.added ? 'added' : part.removed ? 'removed' : 'same' }], at))
  }
  return lines
}

/** The lines of a text that replaced another: those of the first without what is new, then those of the second. */
function changedLines(removed: string, added: string, at: Counter): DiffLine[] {
  if (removed.length + added.length > maxComparedCharacters)
    return [...linesOf([{ text: removed, kind: 'removed' }], at), ...linesOf([{ text: added, kind: 'added' }], at)]
  const pieces: Piece[] = diffWordsWithSpace(removed, added).map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }))
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
