import type { Embed } from '@quire/contracts'
import { createGroupSemaphore, type OutboundAllow, unavailable } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import { readEmbed } from './read-embed.ts'

/** Finds embeds, and remembers them for a while. */
export interface Embeds {
  /**
   * Returns the embed of an address. Throws FetchRefused, which names `query.url`, for an address that cannot be read;
   * 503 if the caller's `groups` have too many addresses in progress.
   */
  find(url: string, groups: readonly string[], signal: AbortSignal): Promise<Embed>
}

const maxCachedBytes = 4 * 1024 ** 2
const maxCachedMs = 3600_000

/** Each replica has a cache of its own. Addresses that could not be read are not remembered. */
export function createEmbeds(allow: OutboundAllow): Embeds {
  const cache = new LRUCache<string, Embed>({
    maxSize: maxCachedBytes,
    ttl: maxCachedMs,
    sizeCalculation: (embed, url) => 2 * (JSON.stringify(embed).length + url.length),
  })
  const inTurn = createGroupSemaphore({
    ...{ permits: 16, permitsPerGroup: 3, maxWaiting: 100, timeoutMs: 10_000 },
    refusal: () => unavailable('Many addresses are being read for embeds: try again.', 5),
  })
  return {
    async find(url, groups, signal) {
      const known = cache.get(url)
      if (known) return known
      const found = await inTurn(groups, signal, async () => cache.get(url) ?? readEmbed(url, { allow, signal }))
      cache.set(url, found)
      return found
    },
  }
}
