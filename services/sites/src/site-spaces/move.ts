import { badRequest, notFound } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import { type Item, type PlacedItem, placeOf } from '../places/levels.ts'
import { type Gap, putInto } from '../places/order.ts'
import type { SiteRow } from '../states/sites.state.ts'
import { visibleSiteSpace } from './view.ts'

type Pointer = Pick<Item, 'kind' | 'id'>

interface Position {
  before?: Pointer | undefined
  after?: Pointer | undefined
}

const names = {
  'site-space': 'The space of the site',
  'site-section': 'The section',
  'site-section-group': 'The group of sections',
} as const

/**
 * Moves something among what is beside it on the site, to the end where no position is given. 404 where it or its
 * neighbour is not there, 400 where the neighbour is itself or lies elsewhere. Needs `lockSite`.
 */
export async function moveSiteItem(
  context: SitesContext,
  site: SiteRow,
  pointer: Pointer,
  position: Position,
): Promise<void> {
  const item = await found(context, site, pointer, names[pointer.kind])
  await putInto(context.sql, item.level, item, await gapOf(context, site, item, position))
}

async function gapOf(context: SitesContext, site: SiteRow, item: PlacedItem, position: Position): Promise<Gap> {
  const side = position.before ? 'before' : 'after'
  const pointer = position[side]
  if (!pointer) return 'last'
  const field = `body.position.${side}`
  const neighbour = await found(context, site, pointer, `${names[pointer.kind]} in ${field}`)
  if (neighbour.id === item.id) throw badRequest(field, 'is what is moved')
  if (neighbour.level.parentId !== item.level.parentId || neighbour.level.holds !== item.level.holds) {
    throw badRequest(field, 'does not lie beside what is moved')
  }
  return side === 'before' ? { before: neighbour } : { after: neighbour }
}

/** What the caller cannot see is not there. */
async function found(context: SitesContext, site: SiteRow, pointer: Pointer, what: string): Promise<PlacedItem> {
  if (pointer.kind === 'site-space') await visibleSiteSpace(context, site, pointer.id, what)
  const item = await placeOf(context.sql, site.id, pointer)
  if (!item) throw notFound(what)
  return item
}
