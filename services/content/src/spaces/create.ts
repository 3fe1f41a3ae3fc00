import { space, type spaceOperations } from '@quire/contracts'
import { created, type Input, newId, readFirst } from '@quire/kit'
import type { Insertable } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import { setGrants } from '../grants/grants.rules.ts'
import { lockRights } from '../grants/lock.ts'
import { publishedSpec } from '../openapi/find.ts'
import { storageOf } from '../pages/history.ts'
import { RevisionEditor } from '../revisions/editor.ts'
import { emptyRoots } from '../revisions/entries.ts'
import { emptyContent, firstRevision } from '../revisions/first.ts'
import { writeRevision } from '../revisions/revisions.ts'
import { lastIn } from '../structure/order.ts'
import { type OpenPlace, openPlace } from '../structure/places.ts'
import { type SpaceRow, spaceState } from '../structure/spaces.state.ts'
import { addTemplate, readTemplate } from '../templates/read-template.ts'
import { valuesOf } from '../templates/references.ts'
import { showSpace } from './spaces.present.ts'

type Creation = ContentContext & Input<typeof spaceOperations.createSpace>

/** A space that is empty or begins with a template, last in its place; whoever makes it administers it. */
export const createSpace = readFirst(draftContent, async (context: Creation, { id, content }) => {
  const { sql, access, body, userId, deps } = context
  await lockRights(context)
  const place = await openPlace(context, access.member, body.parent ?? null, 'body.parent')
  const revision = await writeRevision(sql, firstRevision(id, userId, deps.now()), content)
  const row = await insertSpace(context, place, {
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
  await countNew(context, row, place)
  return created(await showSpace(sql, row, 'admin', deps.publicUrl))
})

/** The id of the space to be, and what it begins with. */
async function draftContent(context: Creation) {
  const { body, parser, signal, deps } = context
  const id = newId()
  if (!body.template) return { id, content: emptyContent() }
  const [storage, roots] = [storageOf(context, id), emptyRoots()]
  const target = { spaceId: id, storage, roots, specAddress: publishedSpec(context) }
  const values = await valuesOf(body.template, target, 'body.template')
  const editor = new RevisionEditor(storage, roots, deps.now().toISOString())
  await addTemplate(editor, await readTemplate(body.template.id, values, { parser, signal }))
  return { id, content: await editor.finish() }
}

/** What a space is made of; the rest is the same for all new ones. */
type NewSpace = Pick<
  Insertable<Tables['space']>,
  'id' | 'title' | 'emoji' | 'icon' | 'language' | 'edit_mode' | 'default_level' | 'revision' | 'store'
>

/** Adds a space behind everything in its place, and tells it. Needs `lockGrants`. */
export async function insertSpace(context: ContentContext, place: OpenPlace, made: NewSpace): Promise<SpaceRow> {
  const { sql, emit, userId, deps } = context
  const now = deps.now()
  const row = await sql
    .insertInto('space')
    .values({
      ...made,
      organization_id: place.organizationId,
      collection_id: place.parentId,
      position: await lastIn(sql, place),
      default_scope: made.default_level === 'inherit' ? (place.parentId ?? place.organizationId) : made.id,
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
export async function countNew(context: ContentContext, { id, organization_id }: SpaceRow, { level }: OpenPlace) {
  const { access, deps } = context
  const scope = { id, kind: 'space' as const, organizationId: organization_id }
  if (level !== 'admin') await setGrants(context, scope, [{ id: access.member.id, kind: 'member' }], 'admin')
  await deps.counters.mark(context, { scopes: [id] })
}
