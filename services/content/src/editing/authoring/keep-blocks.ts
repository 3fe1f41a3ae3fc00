import { pageBlocks } from '@quire/document'
import { DocumentError } from '@quire/document/plain'

/**
 * Gives the blocks of a text that was written from a document tree the spelling that they have in the text before, if they
 * say the same there. A tree says nothing about spelling: without this, one edited sentence would rewrite the whole text.
 * The result has the tree of `after`.
 */
export function keepBlocks(before: string, after: string): string {
  try {
    const present = pageBlocks(before)
    const was = new Map(present.map(({ key }, at) => [key, at]))
    const blocks = pageBlocks(after)
    for (const isExact of [true, false]) {
      const parts = blocks.map(({ key, markdown }, at) => {
        const own = was.get(key)
        const next = was.get(blocks[at + 1]?.key ?? '')
        const text = own === undefined ? markdown : (present[own]?.markdown ?? '')
        if (at === blocks.length - 1) return own === present.length - 1 ? text : `${text.trimEnd()}\n`
        // The gap of the text before, if one of the blocks around it was beside it there.
        const place = own ?? (next === undefined ? undefined : next - 1)
        const [gap = ''] = (isExact && /(?<!\n)\n+$/.exec(present[place ?? -1]?.markdown ?? '')) || ['\n\n']
        return text.replace(/(?<!\n)\n+$/, '') + gap
      })
      const result = parts.join('')
      // Definitions may have left with a block, and blocks may be read otherwise beside each other.
      const read = pageBlocks(result)
      if (read.length === blocks.length && read.every(({ key }, at) => key === blocks[at]?.key)) return result
    }
    return after
  } catch (error) {
    // A text that is too complex to be read is written as it comes.
    if (error instanceof DocumentError) return after
    throw error
  }
}
