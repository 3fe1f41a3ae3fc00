import type { Person } from '@quire/world'
import { GitBookAPI } from 'gitbook-api'
import { GitBookAPI as AuthoringAPI } from 'gitbook-api-authoring'

/** Sends each request to the next of several gateways, as a load balancer would. */
export function inTurn(gateways: string[]): typeof fetch {
  let turn = 0
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const gateway = gateways[turn++ % gateways.length]
    return fetch(`${gateway}${url.pathname}${url.search}`, init)
  }
}

/** The published clients, acting for one person; the newer one for what the older lacks. */
export function clientsOf({ token }: Person, balanced: typeof fetch) {
  const options = { endpoint: 'http://quire.test', authToken: token, serviceBinding: { fetch: balanced } }
  return { api: new GitBookAPI(options), authoring: new AuthoringAPI(options) }
}

/** The status that the published client reports for a refused call; undefined if it was not refused. */
export async function statusOf(call: Promise<unknown>): Promise<number | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'number') return code
    throw error
  }
}

interface ListReply<Item> {
  data: { items: Item[]; next?: { page: string }; count?: number }
}

/** Reads a whole list, one item for each page; throws if its count is wrong. */
export async function allPages<Item>(
  list: (query: { limit: number; page?: string }) => Promise<ListReply<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  let page: string | undefined
  do {
    const { data } = await list({ limit: 1, ...(page !== undefined && { page }) })
    items.push(...data.items)
    page = data.next?.page
    if (page === undefined && data.count !== items.length)
      throw new Error(`${items.length} items, counted ${data.count}`)
  } while (page !== undefined)
  return items
}
