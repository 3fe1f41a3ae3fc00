import { space, type spaceOperations } from '@quire/contracts'
import { created, type Input, newId, readFirst } from '@quire/kit'
import type { Insertable } from 'kysely'
import type { Tables } from '../database.ts'
import { addTemplate, readTemplate } from '../imports/templates/read-template.ts'
import { valuesOf } from '../imports/templates/template-values.ts'
import { findPublishedAddress } from '../openapi/find-spec.ts'
import { storageOf } from '../pages/open-revision.ts'
import { emptyContent, firstRevision } from '../storage/revisions/first-revision.ts'
import { RevisionEditor } from '../storage/revisions/revision-editor.ts'
import { emptyRoots } from '../storage/revisions/revision-entries.ts'
import { writeRevision } from '../storage/revisions/revisions.ts'
import { setGrants } from '../workspace/grants/grants.rules.ts'
import { lockRights } from '../workspace/grants/lock-grants.ts'
import { type ParentWithLevel, requireParent } from '../workspace/tree/parents.ts'
import { lastPosition } from '../workspace/tree/sibling-positions.ts'
import { type SpaceRow, spaceState } from '../workspace/tree/spaces.state.ts'
import type { SpacesContext } from './context.ts'
import { presentSpaceWithPublication } from './spaces.present.ts'

type Creation = SpacesContext & Input<typeof spaceOperations.createSpace>

/** Creates a space, empty or from a template, as the last child of its parent; the creator becomes its admin. */
export const createSpace = readFirst(draftContent, async (context: Creation, { id, content }) => {
  const { sql, access, body, userId, deps } = context
  await lockRights(context)
  const parent = await requireParent(context, access.member, body.parent ?? null, 'body.parent')
  const revision = await writeRevision(sql, firstRevision(id, userId, deps.now()), content)
  const row = await insertSpace(context, parent, {
    id,
    title: body.title ?? '',
    emoji: body.emoji ?? null,
    icon: null,
    language: body.language ?? null,
    edit_mode: body.editMode ?? 'live',
    default_level: 'inherit',
    revision: revision.id,
    store: revision.store,
  })
  await countNew(context, row, parent)
  return created(await presentSpaceWithPublication(sql, row, 'admin', deps.publicUrl))
})

/** Chooses the id of the new space and drafts its first content. */
async function draftContent(context: Creation) {
  const { body, parser, signal, deps } = context
  const id = newId()
  if (!body.template) return { id, content: emptyContent() }
  const [storage, roots] = [storageOf(context, id), emptyRoots()]
  const target = { spaceId: id, storage, roots, specAddress: findPublishedAddress(context) }
  const values = await valuesOf(body.template, target, 'body.template')
  const editor = new RevisionEditor(storage, roots, deps.now().toISOString())
  await addTemplate(editor, await readTemplate(body.template.id, values, { parser, signal }))
  return { id, content: await editor.finish() }
}

/** The columns of a new space that callers choose; the others are the same for all new spaces. */
type NewSpace = Pick<
  Insertable<Tables['space']>,
  'id' | 'title' | 'emoji' | 'icon' | 'language' | 'edit_mode' | 'default_level' | 'revision' | 'store'
>

/** Inserts a space as the last child of its parent, and emits its event. Needs `lockGrants`. */
export async function insertSpace(
  context: SpacesContext,
  parent: ParentWithLevel,
  values: NewSpace,
): Promise<SpaceRow> {
  const { sql, emit, userId, deps } = context
  const now = deps.now()
  const row = await sql
    .insertInto('space')
    .values({
      ...values,
      organization_id: parent.organizationId,
      collection_id: parent.parentId,
      position: await lastPosition(sql, parent),
      default_scope: values.default_level === 'inherit' ? (parent.parentId ?? parent.organizationId) : values.id,
      comments: 0,
      change_requests: 0,
      change_requests_open: 0,
      change_requests_draft: 0,
      counters_version: 0,
      version: 1,
      created_by: userId,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  emit(space.saved, spaceState(row))
  return row
}

/** Grants `admin` to the member who made a space, unless they have it already, and marks counters. */
export async function countNew(context: SpacesContext, { id, organization_id }: SpaceRow, { level }: ParentWithLevel) {
  const { access, deps } = context
  const scope = { id, kind: 'space' as const, organizationId: organization_id }
  if (level !== 'admin') await setGrants(context, scope, [{ id: access.member.id, kind: 'member' }], 'admin')
  await deps.counters.mark(context, { scopes: [id] })
}
