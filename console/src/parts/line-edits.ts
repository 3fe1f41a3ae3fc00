import { diffArrays } from 'diff'

/** The most lines that are gone or new. The work grows with the square of their number, and the page waits for it. */
const maxEdits = 1000

/** The lines `from` to `to` (excluded) of a text, and the lines that take their place. */
export interface LineEdit {
  from: number
  to: number
  lines: string[]
}

/** Splits a text into lines with their ends. */
export const linesIn = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Returns what makes one text of another; a single edit, of all that differs, where the texts have little in common. */
export function lineEdits(before: string[], after: string[]): LineEdit[] {
  const parts = diffArrays(before, after, { maxEditLength: maxEdits })
  if (!parts) return [wholeEdit(before, after)]
  const edits: LineEdit[] = []
  let at = 0
  let open: LineEdit | undefined
  for (const { added: isAdded, removed: isRemoved, value } of parts) {
    if (!isAdded && !isRemoved) {
      at += value.length
      open = undefined
      continue
    }
    if (!open) {
      open = { from: at, to: at, lines: [] }
      edits.push(open)
    }
    if (isAdded) open.lines = value
    else open.to = at += value.length
  }
  return edits
}

/** Replaces everything between what both texts begin and end with. */
function wholeEdit(before: string[], after: string[]): LineEdit {
  const { from, end } = sharedEnds(before, after)
  return { from, to: before.length - end, lines: after.slice(from, after.length - end) }
}

/** Returns how many lines, or characters, two texts have in common at their beginnings, and beyond these at their ends. */
export function sharedEnds<Text extends string | string[]>(before: Text, after: Text): { from: number; end: number } {
  const shared = Math.min(before.length, after.length)
  let from = 0
  while (from < shared && before[from] === after[from]) from++
  let end = 0
  while (end < shared - from && before.at(-1 - end) === after.at(-1 - end)) end++
  return { from, end }
}
