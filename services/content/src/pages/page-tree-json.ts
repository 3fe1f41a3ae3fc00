import { createGroupSemaphore, takeTurn, unavailable } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import type { PageNode } from '../storage/revisions/revision-reads.ts'
import { presentPage, type View } from './pages.present.ts'

/** Pages that are written in one turn; they take some milliseconds. */
const pagesPerTurn = 100
/** Trees with more pages are read and written within the bound of large trees. */
export const maxSmallPages = 1000

/** Bounds the large trees of this process that are read and written at the same time: an answer takes some megabytes. */
const withLargeTree = createGroupSemaphore({
  ...{ permits: 8, permitsPerGroup: 2, timeoutMs: 10_000 },
  refusal: () => unavailable('You are reading many large spaces at once: try again.', 2),
})

/** A tree of pages as JSON text, with the tags of its pages. */
export interface PresentedTree {
  json: Buffer
  tags: { slug: string; label: string; color: 'default' }[]
}

const maxTreeBytes = 16 * 1024 ** 2
const kept = new LRUCache<string, PresentedTree, () => Promise<PresentedTree>>({
  maxSize: maxTreeBytes,
  sizeCalculation: ({ json, tags }) => 1000 + json.length + 100 * tags.length,
  fetchMethod: (_, __, { context: present }) => present(),
  // Readers that wait for a tree get it, even if there is no room for it.
  ignoreFetchAbort: true,
})
/** Others may wait for the tree of a reader who has disconnected. */
const never = new AbortController().signal

interface LargeTree {
  /** Covers everything that the tree depends on; undefined for a tree that is for one reader alone. */
  key: string | undefined
  groups: readonly string[]
  signal: AbortSignal
  turn?: typeof takeTurn
}

/**
 * Presents a large tree within the bound; readers of the same tree share it, also while it is being presented. Resolves in
 * a turn of the reader, because an answer of megabytes is written as one piece.
 */
export async function largeTree(
  { key, groups, signal, turn = takeTurn }: LargeTree,
  present: () => Promise<PresentedTree>,
): Promise<PresentedTree> {
  const tree =
    key === undefined
      ? await withLargeTree(groups, signal, present)
      : await kept.forceFetch(key, { context: () => withLargeTree(groups, never, present) })
  await turn(groups)
  return tree
}

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
