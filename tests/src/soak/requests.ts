import { makeGuide } from '../chaos/guide.ts'
import type { Processes } from '../support/processes.ts'
import type { LoadRequest } from '../support/steady-load.ts'

/** Every so manieth request writes. */
export const readsForWrite = 12

/**
 * Makes a published site of one page, and returns what is asked of it in turn: reads of all services, a published page, a
 * search, and now and then a write that replaces what the one before wrote, so that no table has to grow by its content.
 */
export async function requestsOf(system: Processes): Promise<(n: number) => LoadRequest> {
  const { token, spacePath, sitePath, pagePath } = await makeGuide(system)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const reads = ['/v1/user', spacePath, `${spacePath}/content`, sitePath, pagePath, `${spacePath}/search?query=begin`]
  return (n) => {
    const read = reads[n % reads.length]
    if (read === pagePath) return { path: pagePath, init: {} }
    if (n % readsForWrite !== 0 || read === undefined) return { path: read ?? spacePath, init: { headers } }
    return { path: spacePath, init: { method: 'PATCH', headers, body: JSON.stringify({ title: `Guide ${n}` }) } }
  }
}
