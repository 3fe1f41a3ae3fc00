import type { KeyObject } from 'node:crypto'
import { contentInternalOperations } from '@quire/contracts'
import { principalHeader, signPrincipal } from '@quire/kit'
import type { z } from 'zod'

const operation = contentInternalOperations.getSpaceFeed
const Slice = operation.replies[200]
/** Pages that differ between two revisions of a space, as many as content gives at once. */
export type FeedSlice = z.output<typeof Slice>
export type FeedPage = FeedSlice['changed'][number]

/** Which slice: of the pages that differ between `from` (nothing where null) and `to`, those behind `after`. */
interface SliceQuery {
  from: string | null
  to: string
  after: string | null
  signal: AbortSignal
}

/** Content's feed of a space. */
export interface Feed {
  /** Undefined where the space has no such revision. */
  read(spaceId: string, query: SliceQuery): Promise<FeedSlice | undefined>
}

const timeoutMs = 8000
/** Pages of a slice: most need not be parsed, and what a slice costs besides is the same for any number. */
const pagesAtOnce = 200

/** The feed over HTTP, as the ai service itself and nobody else. */
export function contentFeed(contentUrl: string, internalKey: KeyObject): Feed {
  return {
    async read(spaceId, { from, to, after, signal }) {
      const path = operation.path.replace('{spaceId}', encodeURIComponent(spaceId))
      const query = new URLSearchParams({
        to,
        sections: 'known',
        limit: `${pagesAtOnce}`,
        ...(from && { from }),
        ...(after && { after }),
      })
      const principal = signPrincipal(internalKey, 'content', {
        caller: { kind: 'service', scope: 'full' },
        operation: operation.id,
        method: operation.method,
        path,
      })
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        const response = await fetch(`${contentUrl}${path}?${query}`, {
          headers: { [principalHeader]: principal },
          signal: AbortSignal.any([signal, timeout]),
        })
        if (response.status === 404) return undefined
        if (!response.ok) throw new Error(`content's feed answered ${response.status}`)
        return Slice.parse(await response.json())
      } catch (error) {
        // Content is there: it is this space that takes too long.
        if (timeout.aborted && !signal.aborted) throw new Error(`content's feed took longer than ${timeoutMs} ms`)
        throw error
      }
    },
  }
}
