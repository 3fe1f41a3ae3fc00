import { createGroupSemaphore, takeTurn, unavailable } from '@quire/kit'
import type { PageNode } from '../storage/revisions/revision-reads.ts'
import { presentPage, type View } from './pages.present.ts'

/** Pages that are written in one turn; they take some milliseconds. */
const pagesPerTurn = 200
/** Trees with more pages are read and written within the bound of large trees. */
export const maxSmallPages = 1000

/** Bounds the large trees of this process that are read and written at the same time: an answer takes some megabytes. */
export const withLargeTree = createGroupSemaphore({
  ...{ permits: 8, permitsPerGroup: 2, timeoutMs: 10_000 },
  refusal: () => unavailable('You are reading many large spaces at once: try again.', 2),
})

/**
 * Returns the JSON text of a tree, in order, written in the turns of its reader. Not recursive, because pages may be
 * deeply nested.
 */
export async function pageTreeJson(
  top: readonly PageNode[],
  view: View,
  { groups, turn = takeTurn }: { groups: readonly string[]; turn?: typeof takeTurn },
): Promise<Buffer> {
  const written: Buffer[] = []
  let text = '['
  let count = 0
  /** Pages to write, and texts between them; the next is the last. */
  const waiting: (PageNode | string)[] = [']']
  const add = (pages: readonly PageNode[]) => {
    for (const [at, page] of pages.toReversed().entries()) {
      waiting.push(page)
      if (at < pages.length - 1) waiting.push(',')
    }
  }
  add(top)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') {
      text += next
      continue
    }
    const json = JSON.stringify(presentPage(next, [], view))
    if (next.page.type === 'link') text += json
    else {
      // The pages below are the last field, so the text ends with `[]}`.
      text += json.slice(0, -2)
      waiting.push(']}')
      add(next.pages)
    }
    count += 1
    if (count % pagesPerTurn > 0) continue
    written.push(Buffer.from(text))
    text = ''
    await turn(groups)
  }
  return Buffer.concat([...written, Buffer.from(text)])
}
