import { slugOf } from '@quire/kit'
import type { TreeDraft } from '../trees/tree-draft.ts'
import { slugKey } from './entries.ts'

/** A title as a path segment; `page` where nothing of it remains. */
export const slugFor = (title: string): string => slugOf(title) || 'page'

/**
 * A slug no sibling has: the wished one, or with a number behind it. Numbers are searched by doubling, then halving,
 * so that the thousandth page of one title costs little more than the first.
 */
export async function freeSlug(slugs: TreeDraft<string>, parent: string | null, wished: string): Promise<string> {
  const taken = async (number: number) =>
    (await slugs.get(slugKey({ parent, slug: numbered(wished, number) }))) !== undefined
  if (!(await taken(0))) return wished
  let [low, high] = [0, 1]
  while (await taken(high)) [low, high] = [high, high * 2]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (await taken(middle)) low = middle
    else high = middle
  }
  return numbered(wished, high)
}

const numbered = (slug: string, number: number) => (number === 0 ? slug : `${slug}-${number}`)
