import { type MergedLines, mergeLines, mergeSpans, type Sides } from './merge-lines.ts'

interface MergedText {
  text: string
  conflict: boolean
}

/** Merges several texts, each given as base, ours and theirs. Returns the results in the same order. */
export type MergeTexts = (texts: readonly (readonly [string, string, string])[]) => Promise<MergedText[]>

/** Merges texts in the calling thread. */
export const mergeTextsInline: MergeTexts = async (texts) => texts.map((three) => mergeText(...three))

/**
 * Three-way merge of two texts that derive from `base`, line by line. The same edit on both sides is not a conflict. A
 * conflict holds both sides between `<<<<<<< main`, `=======` and `>>>>>>> change request`.
 */
export function mergeText(base: string, ours: string, theirs: string): MergedText {
  return asText(mergeLines(linesOf(base, ours, theirs)))
}

/** Like `mergeText`, in linear time and coarser: loses nothing, but interleaved edits are a conflict. */
export function mergeTextCoarsely(base: string, ours: string, theirs: string): MergedText {
  return asText(mergeSpans(linesOf(base, ours, theirs)))
}

const linesOf = (base: string, ours: string, theirs: string): Sides => ({
  base: base.split('\n'),
  ours: ours.split('\n'),
  theirs: theirs.split('\n'),
})

const asText = ({ lines, conflict }: MergedLines): MergedText => ({ text: lines.join('\n'), conflict })
