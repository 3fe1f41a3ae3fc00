import type { KeyObject } from 'node:crypto'
import { contentInternalOperations } from '@quire/contracts'
import { askPeerForJson, principalHeader, signAsService } from '@quire/kit'
import type { z } from 'zod'

const operation = contentInternalOperations.getSpaceFeed
const Slice = operation.replies[200]
/** Pages that differ between two revisions of a space, up to the number that content returns at once. */
export type FeedSlice = z.output<typeof Slice>
export type FeedPage = FeedSlice['changed'][number]

/** Selects the pages that differ between `from` (null: no pages) and `to`, and whose ids come after `after`. */
interface SliceQuery {
  from: string | null
  to: string
  after: string | null
  signal: AbortSignal
}

/** Content's feed of a space. */
export interface Feed {
  /** Returns undefined if content does not know one of the revisions. */
  read(spaceId: string, query: SliceQuery): Promise<FeedSlice | undefined>
}

/** A failure to read a slice of one space. `reason` is the same for all spaces, unlike the message. */
export class FeedFailure extends Error {
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

const timeoutMs = 8000
/** Pages of a slice. Most need no parsing, and the remaining cost of a slice does not depend on their number. */
const pagesAtOnce = 200

/** The feed over HTTP, called as the ai service itself and not for a user. */
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
      const principal = signAsService(internalKey, 'ai', operation, { path })
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        const { status, body } = await askPeerForJson(`${contentUrl}${path}?${query}`, {
          method: operation.method,
          headers: { [principalHeader]: principal },
          signal: AbortSignal.any([signal, timeout]),
        })
        if (status === 404) return undefined
        if (status !== 200) throw new FeedFailure(`${status}`, `content's feed answered ${status}`)
        return Slice.parse(body)
      } catch (error) {
        // Not an outage: content is reachable, and this space takes too long.
        if (timeout.aborted && !signal.aborted)
          throw new FeedFailure('timeout', `content's feed took longer than ${timeoutMs} ms`)
        throw error
      }
    },
  }
}
