import { mergeLines } from './lines.ts'

/**
 * Three-way merge of two texts that grew from `base`, line by line; the same edit on both sides is no conflict. A
 * conflict shows both sides between `<<<<<<< main`, `=======` and `>>>>>>> change request`.
 */
export function mergeText(base: string, ours: string, theirs: string): { text: string; conflict: boolean } {
  const { lines, conflict } = mergeLines({
    base: base.split('\n'),
    ours: ours.split('\n'),
    theirs: theirs.split('\n'),
  })
  return { text: lines.join('\n'), conflict }
}
