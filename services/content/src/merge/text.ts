import { labels, type MergedLines, mergeLines, type Sides } from './lines.ts'
import { mergeSpans } from './spans.ts'

interface MergedText {
  text: string
  conflict: boolean
}

/** Merges several texts, each of base, ours and theirs; the answers are in their order. */
export type MergeTexts = (texts: readonly (readonly [string, string, string])[]) => Promise<MergedText[]>

export const mergeTextsHere: MergeTexts = async (texts) => texts.map((three) => mergeText(...three))

/**
 * Three-way merge of two texts that grew from `base`, line by line; the same edit on both sides is no conflict. A
 * conflict shows both sides between `<<<<<<< main`, `=======` and `>>>>>>> change request`.
 */
export function mergeText(base: string, ours: string, theirs: string): MergedText {
  return asText(mergeLines(linesOf(base, ours, theirs)))
}

/** The same in linear time and coarser: nothing is lost, but edits that lie around each other are a conflict. */
export function mergeTextCoarsely(base: string, ours: string, theirs: string): MergedText {
  return asText(mergeSpans(linesOf(base, ours, theirs), labels))
}

const linesOf = (base: string, ours: string, theirs: string): Sides => ({
  base: base.split('\n'),
  ours: ours.split('\n'),
  theirs: theirs.split('\n'),
})

const asText = ({ lines, conflict }: MergedLines): MergedText => ({ text: lines.join('\n'), conflict })
