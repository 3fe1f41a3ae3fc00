import { publishedPathOperations } from '@quire/contracts'
import { type Call, Refusal } from '@quire/kit'
import type { PathOfPage } from './site-redirects.ts'

/** Asks content where a page lies. Who may read its space was decided before; claims say which visitor asks. */
export const pathOfPage =
  (call: Call): PathOfPage =>
  async (spaceId, pageId, claims) => {
    try {
      const body = { visitor: claims && { claims } }
      const reply = await call('findPublishedPath', { params: { spaceId, pageId }, body })
      return publishedPathOperations.findPublishedPath.replies[200].parse(reply).path
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return undefined
      throw error
    }
  }
