import { slugOf } from '@quire/kit'
import type { TreeDraft } from '../trees/tree-draft.ts'
import { slugKey } from './revision-entries.ts'

/** Turns a title into a path segment; `page` if nothing of it remains. */
export const slugFor = (title: string): string => slugOf(title) || 'page'

/**
 * Returns a slug that no sibling has: `preferred`, with a number appended if it is taken. Searches numbers by doubling,
 * then by bisection, so that the thousandth page of one title costs little more than the first.
 */
export async function freeSlug(slugs: TreeDraft<string>, parent: string | null, preferred: string): Promise<string> {
  const taken = async (number: number) =>
    (await slugs.get(slugKey({ parent, slug: numbered(preferred, number) }))) !== undefined
  if (!(await taken(0))) return preferred
  let [low, high] = [0, 1]
  while (await taken(high)) [low, high] = [high, high * 2]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (await taken(middle)) low = middle
    else high = middle
  }
  return numbered(preferred, high)
}

const numbered = (slug: string, number: number) => (number === 0 ? slug : `${slug}-${number}`)
