import type { World } from '../world.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer as a client sees it
type Presented = any

/** Describes a location or target in a word or two. */
function described(location: Presented): string {
  switch (location.kind) {
    case 'url':
      return `url ${location.url}`
    case 'page': {
      const anchor = location.internalLocation ? `#${location.internalLocation.anchor}` : ''
      return `page ${location.page.title}${anchor}`
    }
    case 'file':
      return `file ${location.file.name}`
    case 'reusable-content':
      return `text ${location.reusableContent.title}`
    case 'user':
      return `user ${location.user.id}`
    case 'openapi':
      return `spec ${location.openAPISpec.slug} of ${location.organization.id}`
    default:
      return `${location.kind} ${location[location.kind].title}`
  }
}

function describedLink({ status, relation, targetReference, locationReferences }: Presented): string {
  const locations = locationReferences.map(described).sort().join(', ')
  return `${status} ${relation} ${described(targetReference)} < ${locations}`
}

/** Reads lists of links and backlinks, and describes their items in words. */
export function linksOf(world: World) {
  async function read(id: string, params: Record<string, string>, query: Record<string, string>, as?: string) {
    const { status, body } = await world.send(id, { params, query, as })
    if (status !== 200) throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  const inWords = (item: Presented) => ('relation' in item ? describedLink(item) : described(item))

  async function list(id: string, params: Record<string, string>, query: Record<string, string> = {}, as?: string) {
    const { items, stats, count, next } = await read(id, params, query, as)
    return { items: items.map(inWords) as string[], stats, count, next }
  }

  return {
    list,
    ofSpace: (spaceId: string, query: Record<string, string> = {}, as?: string) =>
      list('listSpaceLinks', { spaceId }, query, as),
    async backlinks(id: string, params: Record<string, string>) {
      const { items, count } = await list(id, params)
      return { items: items.sort(), count }
    },
    /** The items of all pages, in order. */
    async allPages(id: string, params: Record<string, string>, query: Record<string, string>): Promise<string[]> {
      const all: string[] = []
      for (let next: { page: string } | undefined = undefined, more = true; more; more = next !== undefined) {
        const answer: Presented = await list(id, params, { ...query, ...(next && { page: (next as Presented).page }) })
        all.push(...answer.items)
        next = answer.next
      }
      return all
    },
  }
}

/** Reads all pages of a list of links: by address of the target, the status and the ids of the locations. */
export async function addressesOf(
  world: World,
  id: string,
  params: Record<string, string>,
  query: Record<string, string>,
) {
  const items = new Map<string, string>()
  let next: { page: string } | undefined
  let stats: unknown
  do {
    const answer: Presented = (await world.send(id, { params, query: { ...query, ...next } })).body
    for (const { status, targetReference, locationReferences } of answer.items) {
      const address = addressOf(targetReference)
      if (items.has(address)) throw new Error(`${address} is told twice`)
      items.set(address, `${status} ${locationReferences.map((one: Presented) => one.page.id).sort()}`)
    }
    stats = answer.stats
    next = answer.next
  } while (next)
  return { items, stats }
}

const addressOf = ({ kind, url, page, internalLocation }: Presented): string =>
  kind === 'url' ? url : `/pages/${page.id}${internalLocation ? `#${internalLocation.anchor}` : ''}`
