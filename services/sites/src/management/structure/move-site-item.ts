import { badRequest, notFound } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import { type Item, type PositionedItem, positionOf } from '../../model/site-levels.ts'
import { type Gap, moveToGap } from '../../model/site-order.ts'
import { lockSite, type SiteRow } from '../../model/sites.state.ts'
import { visibleSiteSpace } from '../../view/site-view.ts'

type Pointer = Pick<Item, 'kind' | 'id'>

/** A reference to a neighbour as request bodies name it: the operations of one kind have their own name for its id. */
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
 * Moves an element among its siblings on the site, to the end if no position is given. Throws 404 if the element or its
 * neighbour does not exist or is hidden, 400 if the neighbour is the element itself or lies on another level. Locks the
 * site and returns it.
 */
export async function moveSiteItem(
  context: SitesContext & { params: { siteId: string } },
  pointer: Pointer,
  position: Position = {},
): Promise<SiteRow> {
  const site = await lockSite(context.sql, context.params.siteId)
  const item = await requirePosition(context, site, pointer, names[pointer.kind])
  await moveToGap(context.sql, item.level, item, await gapOf(context, site, item, position))
  return site
}

async function gapOf(context: SitesContext, site: SiteRow, item: PositionedItem, position: Position): Promise<Gap> {
  const side = position.before ? 'before' : 'after'
  const named = position[side]
  if (!named) return 'last'
  const pointer = pointerOf(named)
  const field = `body.position.${side}`
  const neighbour = await requirePosition(context, site, pointer, `${names[pointer.kind]} in ${field}`)
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

/** Returns an element with its level; throws 404 if it does not exist or is hidden from the caller. */
async function requirePosition(
  context: SitesContext,
  site: SiteRow,
  pointer: Pointer,
  what: string,
): Promise<PositionedItem> {
  if (pointer.kind === 'site-space') await visibleSiteSpace(context, site, pointer.id, what)
  const item = await positionOf(context.sql, site.id, pointer)
  if (!item) throw notFound(what)
  return item
}
