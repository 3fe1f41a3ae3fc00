import { badRequest, notFound } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import { type Item, type PlacedItem, placeOf } from '../places/levels.ts'
import { type Gap, putInto } from '../places/order.ts'
import { lockSite, type SiteRow } from '../states/sites.state.ts'
import { visibleSiteSpace } from './view.ts'

type Pointer = Pick<Item, 'kind' | 'id'>

/** As bodies name something beside it: the operations of one kind have a name of their own for its id. */
type NamedPointer =
  | { type: Item['kind']; id: string }
  | { type: 'site-section'; siteSection: string }
  | { type: 'site-space'; siteSpace: string }

interface Position {
  before?: NamedPointer | undefined
  after?: NamedPointer | undefined
}

const names = {
  'site-space': 'The space of the site',
  'site-section': 'The section',
  'site-section-group': 'The group of sections',
} as const

/**
 * Moves something among what is beside it on the site, to the end where no position is given. 404 where it or its
 * neighbour is not there, 400 where the neighbour is itself or lies elsewhere. Locks the site and answers it.
 */
export async function moveSiteItem(
  context: SitesContext & { params: { siteId: string } },
  pointer: Pointer,
  position: Position = {},
): Promise<SiteRow> {
  const site = await lockSite(context.sql, context.params.siteId)
  const item = await found(context, site, pointer, names[pointer.kind])
  await putInto(context.sql, item.level, item, await gapOf(context, site, item, position))
  return site
}

async function gapOf(context: SitesContext, site: SiteRow, item: PlacedItem, position: Position): Promise<Gap> {
  const side = position.before ? 'before' : 'after'
  const named = position[side]
  if (!named) return 'last'
  const pointer = pointerOf(named)
  const field = `body.position.${side}`
  const neighbour = await found(context, site, pointer, `${names[pointer.kind]} in ${field}`)
  if (neighbour.id === item.id) throw badRequest(field, 'is what is moved')
  if (neighbour.level.parentId !== item.level.parentId || neighbour.level.holds !== item.level.holds) {
    throw badRequest(field, 'does not lie beside what is moved')
  }
  return side === 'before' ? { before: neighbour } : { after: neighbour }
}

function pointerOf(named: NamedPointer): Pointer {
  if ('siteSection' in named) return { kind: named.type, id: named.siteSection }
  if ('siteSpace' in named) return { kind: named.type, id: named.siteSpace }
  return { kind: named.type, id: named.id }
}

/** What the caller cannot see is not there. */
async function found(context: SitesContext, site: SiteRow, pointer: Pointer, what: string): Promise<PlacedItem> {
  if (pointer.kind === 'site-space') await visibleSiteSpace(context, site, pointer.id, what)
  const item = await placeOf(context.sql, site.id, pointer)
  if (!item) throw notFound(what)
  return item
}
