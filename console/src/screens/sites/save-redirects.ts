import { api } from '../../api/client.ts'
import type { RedirectLine } from './redirects-csv.ts'
import type { SiteParams } from './sites-queries.ts'

/** The largest number of redirects of one request, and of the spaces whose pages they lead to. */
const maxInRequest = { redirects: 500, spaces: 50 }

/** A redirect that was refused, with the reason in English. */
interface RefusedRedirect {
  source: string
  error: string
}

/**
 * Creates or changes redirects in as many requests as they take, one after the other, and returns those that were refused.
 * `onSent` gets the number of all that were sent so far. Throws `Refused`; what was saved by then stays.
 */
export async function saveRedirects(
  { organizationId, siteId }: SiteParams,
  redirects: readonly RedirectLine[],
  onSent: (sent: number) => void,
): Promise<RefusedRedirect[]> {
  const refused: RefusedRedirect[] = []
  let sent = 0
  for (const part of partsOf(redirects)) {
    const { results } = await api.put('/v1/orgs/{organizationId}/sites/{siteId}/redirects', {
      params: { organizationId, siteId },
      body: { redirects: part },
    })
    refused.push(...results.flatMap((result) => (result.status === 'error' ? [result] : [])))
    sent += part.length
    onSent(sent)
  }
  return refused
}

/** Parts a list into those of requests, in its order. */
function partsOf(redirects: readonly RedirectLine[]): RedirectLine[][] {
  const parts: RedirectLine[][] = []
  let spaces = new Set<string>()
  for (const one of redirects) {
    const space = one.destination.kind === 'site-page' ? one.destination.siteSpaceId : undefined
    const part = parts.at(-1)
    const isFurther = space !== undefined && !spaces.has(space) && spaces.size === maxInRequest.spaces
    if (part && part.length < maxInRequest.redirects && !isFurther) part.push(one)
    else {
      parts.push([one])
      spaces = new Set()
    }
    if (space !== undefined) spaces.add(space)
  }
  return parts
}
