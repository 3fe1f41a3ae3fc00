import { publishedPathOperations } from '@quire/contracts'
import { type Call, Refusal } from '@quire/kit'
import type { PathOfPage } from './site-redirects.ts'

/** Asks content where a page lies; who may know was decided before. */
export const pathOfPage =
  (call: Call): PathOfPage =>
  async (spaceId, pageId) => {
    try {
      const reply = await call('findPublishedPath', { params: { spaceId, pageId } })
      return publishedPathOperations.findPublishedPath.replies[200].parse(reply).path
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return undefined
      throw error
    }
  }
