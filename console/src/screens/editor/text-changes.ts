import { lineEdits, linesIn, sharedEnds } from '../../parts/line-edits.ts'

/** A part of a text by its offsets, and what takes its place. */
interface TextChange {
  from: number
  to: number
  insert: string
}

/** Returns what makes one text of another, changing no more than differs, so that a cursor elsewhere stays where it is. */
export function changesBetween(before: string, after: string): TextChange[] {
  const lines = linesIn(before)
  let [line, offset] = [0, 0]
  return lineEdits(lines, linesIn(after)).map(({ from, to, lines: added }) => {
    for (; line < from; line++) offset += lines[line]?.length ?? 0
    return narrowed(offset, lines.slice(from, to).join(''), added.join(''))
  })
}

/** Leaves out what both texts begin and end with. */
function narrowed(from: number, removed: string, added: string): TextChange {
  const { from: start, end } = sharedEnds(removed, added)
  return { from: from + start, to: from + removed.length - end, insert: added.slice(start, added.length - end) }
}
