import { diff3Merge } from 'node-diff3'

/** The way in which the text of somebody else was merged: `both` if the text has the lines of both where both changed them. */
export type Merged = 'clean' | 'both' | undefined

/** Merges two changed texts line by line; where both changed the same lines, both are kept, one's own first. */
export function mergeTexts(base: string, own: string, theirs: string): { text: string; merged: Merged } {
  if (theirs === base || theirs === own) return { text: own, merged: undefined }
  if (own === base) return { text: theirs, merged: 'clean' }
  const lines = (text: string) => text.split('\n')
  const parts = diff3Merge(lines(own), lines(base), lines(theirs), { excludeFalseConflicts: true })
  const text = parts.flatMap(({ ok, conflict }) => ok ?? [...(conflict?.a ?? []), ...(conflict?.b ?? [])]).join('\n')
  return { text, merged: parts.some(({ conflict }) => conflict) ? 'both' : 'clean' }
}
