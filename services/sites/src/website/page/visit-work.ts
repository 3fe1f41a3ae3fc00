import { createGroupSemaphore, type GroupSemaphore, takeTurn, unavailable } from '@quire/kit'
import type { PageContext } from './page-context.ts'

/** Bounds the pages that are made at the same time, for each address, each site and in total; cached ones do not count. */
export const createColdWork = (): GroupSemaphore =>
  createGroupSemaphore({
    ...{ permits: 16, permitsPerGroup: 2, timeoutMs: 10_000 },
    refusal: () => unavailable('Many pages of this site are being made: try again.', 5),
  })

/** Pages of a tree whose conversion for a visitor takes some milliseconds. */
const manyPages = 1000

/**
 * Returns the dependencies of a visit, with its work in the visitor's groups: the conditions of a tree are decided before
 * the tree is used, a large tree is used in a turn of its own, and other services learn for whom they work.
 */
export function inVisitorsTurn({ site, source, call, callStream, ...others }: PageContext): PageContext {
  const { audience, id: siteId } = site
  return {
    ...others,
    site,
    source: {
      ...source,
      async tree(of, at) {
        const tree = await source.tree(of, at)
        if (tree.conditional.length > 0) await audience.decide(tree.conditional)
        if (tree.pages.length > manyPages) await takeTurn(audience.groups)
        return tree
      },
    },
    call: (operationId, input) => call(operationId, { ...input, siteId }),
    callStream: (operationId, input) => callStream(operationId, { ...input, siteId }),
  }
}
