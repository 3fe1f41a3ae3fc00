import type { ScopeLevel } from '@quire/access'
import type { ContentPointer, MoveContent } from '@quire/contracts'
import { badRequest, conflict } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { lockRights } from '../grants/lock.ts'
import { requireRoom } from './nesting.ts'
import { type Gap, isIn, positionIn } from './order.ts'
import { openPlace, type Place, presentPlace } from './places.ts'
import { relocate, type Save } from './relocate.ts'
import { type Sibling, siblingIn } from './siblings.ts'
import { requireStanding, standingOn, type Thing } from './standing.ts'

type MoveContext = ContentContext & { body: MoveContent }

/**
 * Another parent, another place among the siblings, or both; what gets a new parent and no place goes last. 400 for a
 * place that cannot be, 403 where the caller may not create there, 409 where nothing would change
 * (docs/interface.md#moving-and-transferring).
 */
export async function move<Row>(context: MoveContext, thing: Thing, save: Save<Row>) {
  const { sql } = context
  await lockRights(context)
  const before = await requireStanding(context, thing)
  const place = await targetOf(context, before)
  const isSame = place.parentId === before.parentId
  if (!isSame && thing.kind === 'collection') await requireRoom(sql, thing.id, place, 'body.parent')
  const gap = await gapOf(context, place)
  if (isSame && (await isThere(context, place, thing, gap))) throw conflict('It is in this place already.')
  const position = await positionIn(sql, place, gap ?? 'last', thing.id)
  return relocate(context, thing, before, { save, to: { ...place, position } })
}

function targetOf(context: MoveContext, standing: ScopeLevel) {
  const { parent } = context.body
  if (parent === undefined || parent === standing.parentId) return presentPlace(context, standing)
  return openPlace(context, standing.member, parent, 'body.parent')
}

async function gapOf(context: MoveContext, place: Place): Promise<Gap | undefined> {
  const { before, after } = context.body.position ?? {}
  if (before) return { before: await neighbour(context, place, before, 'body.position.before') }
  if (after) return { after: await neighbour(context, place, after, 'body.position.after') }
  return undefined
}

/** The neighbour must lie in the place and be visible to the caller: what they cannot see is not there. */
async function neighbour(context: MoveContext, place: Place, pointer: ContentPointer, field: string): Promise<Sibling> {
  const thing = thingOf(pointer)
  const found = await siblingIn(context.sql, place, thing.kind, thing.id)
  if (found && (await standingOn(context, thing))) return found
  throw badRequest(`${field}.${thing.kind}`, `is no ${thing.kind} there that you can see`)
}

const thingOf = (pointer: ContentPointer): Thing =>
  pointer.type === 'space' ? { kind: 'space', id: pointer.space } : { kind: 'collection', id: pointer.collection }

/** In the same parent: without a place, next to itself, or where it is already. */
async function isThere(
  { sql }: MoveContext,
  place: Place,
  { kind, id }: Thing,
  gap: Gap | undefined,
): Promise<boolean> {
  const own = gap && (await siblingIn(sql, place, kind, id))
  return !own || nameOf(gap) === id || isIn(sql, place, gap, own)
}

const nameOf = (gap: Gap) => (gap === 'last' ? undefined : 'before' in gap ? gap.before.id : gap.after.id)
