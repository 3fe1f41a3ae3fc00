import type { KeyObject } from 'node:crypto'
import { contentInternalOperations } from '@quire/contracts'
import { principalHeader, signPrincipal } from '@quire/kit'
import type { z } from 'zod'

const operation = contentInternalOperations.getSpaceFeed
const Feed = operation.replies[200]
export type FeedPage = z.output<typeof Feed>['changed'][number]

/** Content's pages that differ between two revisions of a space, page of the feed by page. */
export interface Feed {
  read(spaceId: string, from: string | null, to: string): AsyncIterable<z.output<typeof Feed>>
}

const timeoutMs = 30_000
/** Each batch costs content a comparison of the two revisions: few and large ones. */
const batch = '200'

/** The feed over HTTP, as the ai service itself and nobody else (design 8). */
export function contentFeed(contentUrl: string, internalKey: KeyObject): Feed {
  return {
    async *read(spaceId, from, to) {
      let after: string | undefined
      do {
        const path = operation.path.replace('{spaceId}', encodeURIComponent(spaceId))
        const query = new URLSearchParams({ to, limit: batch, ...(from && { from }), ...(after && { after }) })
        const principal = signPrincipal(internalKey, 'content', {
          caller: { kind: 'service', scope: 'full' },
          operation: operation.id,
          method: operation.method,
          path,
        })
        const response = await fetch(`${contentUrl}${path}?${query}`, {
          headers: { [principalHeader]: principal },
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (!response.ok) throw new Error(`content's feed answered ${response.status}`)
        const page = Feed.parse(await response.json())
        yield page
        after = page.next
      } while (after !== undefined)
    },
  }
}
