import type { ScopeLevel } from '@quire/access'
import type { ContentPointer, MoveContent } from '@quire/contracts'
import { badRequest, conflict } from '@quire/kit'
import type { WorkspaceContext } from '../context.ts'
import { lockRights } from '../grants/lock-grants.ts'
import { requireNestable } from './nesting.ts'
import { type Parent, requireCurrentParent, requireParent } from './parents.ts'
import { relocate, type Save } from './relocate.ts'
import { levelOnScope, recheckScope, type ScopeRef } from './scope-access.ts'
import { type Gap, isIn, positionIn } from './sibling-positions.ts'
import { type Sibling, siblingIn } from './siblings.ts'

type MoveContext = WorkspaceContext & { body: MoveContent }

/**
 * Moves a space or collection to another parent, another position among its siblings, or both; with a new parent and no
 * position, it goes last. Throws 400 for an impossible parent or position, 403 if the caller may not create there, and
 * 409 if nothing would change (docs/interface.md#moving-and-transferring).
 */
export async function move<Row>(context: MoveContext, scope: ScopeRef, save: Save<Row>) {
  const { sql } = context
  await lockRights(context)
  const before = await recheckScope(context, scope)
  const parent = await newParent(context, before)
  const isSame = parent.parentId === before.parentId
  if (!isSame && scope.kind === 'collection') await requireNestable(sql, scope.id, parent, 'body.parent')
  const gap = await gapOf(context, parent)
  if (isSame && (await isInPosition(context, parent, scope, gap))) throw conflict('It is in this place already.')
  const position = await positionIn(sql, parent, gap ?? 'last', scope.id)
  return relocate(context, scope, before, { save, to: { ...parent, position } })
}

function newParent(context: MoveContext, current: ScopeLevel) {
  const { parent } = context.body
  if (parent === undefined || parent === current.parentId) return requireCurrentParent(context, current)
  return requireParent(context, current.member, parent, 'body.parent')
}

async function gapOf(context: MoveContext, parent: Parent): Promise<Gap | undefined> {
  const { before, after } = context.body.position ?? {}
  if (before) return { before: await neighbour(context, parent, before, 'body.position.before') }
  if (after) return { after: await neighbour(context, parent, after, 'body.position.after') }
  return undefined
}

/** Finds the named sibling; throws 400 unless it is a child of the parent and visible to the caller. */
async function neighbour(
  context: MoveContext,
  parent: Parent,
  pointer: ContentPointer,
  field: string,
): Promise<Sibling> {
  const scope = scopeOf(pointer)
  const found = await siblingIn(context.sql, parent, scope.kind, scope.id)
  if (found && (await levelOnScope(context, scope))) return found
  throw badRequest(`${field}.${scope.kind}`, `is no ${scope.kind} there that you can see`)
}

const scopeOf = (pointer: ContentPointer): ScopeRef =>
  pointer.type === 'space' ? { kind: 'space', id: pointer.space } : { kind: 'collection', id: pointer.collection }

/** True if a child of the parent needs no new position: it has no gap, is next to itself, or is in the gap already. */
async function isInPosition(
  { sql }: MoveContext,
  parent: Parent,
  { kind, id }: ScopeRef,
  gap: Gap | undefined,
): Promise<boolean> {
  const own = gap && (await siblingIn(sql, parent, kind, id))
  return !own || nameOf(gap) === id || isIn(sql, parent, gap, own)
}

const nameOf = (gap: Gap) => (gap === 'last' ? undefined : 'before' in gap ? gap.before.id : gap.after.id)
