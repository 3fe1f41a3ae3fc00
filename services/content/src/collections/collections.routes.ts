import { atLeast, collectionLevels, storedLevel } from '@quire/access'
import { collection, collectionOperations } from '@quire/contracts'
import { created, forbidden, listOf, newId, notFound } from '@quire/kit'
import type { UpdateObject } from 'kysely'
import { implement } from '../context.ts'
import type { Tables } from '../database.ts'
import { requireOwnLevel, setGrants } from '../grants/grants.rules.ts'
import { changeCollection, collectionState, presentCollection } from './collections.present.ts'
import { lockCollection } from './collections.rules.ts'

export const collectionRoutes = implement(collectionOperations, {
  async listCollectionsInOrganizationById({ sql, access, query, page, cursors, deps }) {
    const levels = await collectionLevels(sql, access.member)
    const visible = [...levels].filter(([, level]) => level !== 'none').map(([id]) => id)
    const after = page.cursor?.after[0]
    const rows = await sql
      .selectFrom('collection')
      .selectAll()
      .where('id', 'in', visible.length > 0 ? visible : [''])
      .$if(query.nested === false, (select) => select.where('parent_id', 'is', null))
      .$if(after !== undefined, (select) => select.where('id', '>', String(after)))
      .orderBy('id')
      .limit(page.limit + 1)
      .execute()
    return listOf({
      page,
      cursors,
      rows,
      present: (row) => presentCollection(row, levels.get(row.id) ?? 'none', deps.publicUrl),
      after: (row) => [row.id],
    })
  },

  async createCollection(context) {
    const { sql, emit, access, body, deps } = context
    const { organizationId, member } = access
    const parent = body.parent === undefined ? undefined : await lockCollection(context, body.parent, 'create')
    const level = parent ? parent.level : access.level
    if (!atLeast(level, 'create')) throw forbidden('Creating a collection needs the role "create" in the organization.')
    const row = await sql
      .insertInto('collection')
      .values({
        id: newId(),
        organization_id: organizationId,
        parent_id: parent?.id ?? null,
        title: body.title ?? '',
        description: null,
        default_level: 'inherit',
        version: 1,
        created_at: new Date(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    emit(collection.saved, collectionState(row))
    const scope = { id: row.id, kind: 'collection' as const, organizationId }
    if (level !== 'admin') await setGrants(context, scope, [{ id: member.id, kind: 'member' }], 'admin')
    return created(presentCollection(row, 'admin', deps.publicUrl))
  },

  async getCollectionById({ sql, params, access, deps }) {
    const row = await sql.selectFrom('collection').selectAll().where('id', '=', params.collectionId).executeTakeFirst()
    if (!row) throw notFound('The collection')
    return presentCollection(row, access.level, deps.publicUrl)
  },

  async updateCollectionById(context) {
    const { params, body, access, deps } = context
    const { defaultLevel, ...plain } = body
    const change: UpdateObject<Tables, 'collection'> = { ...plain }
    if (defaultLevel !== undefined) requireOwnLevel(access.level, defaultLevel)
    if (defaultLevel !== undefined)
      change.default_level = defaultLevel === 'inherit' ? 'inherit' : storedLevel(defaultLevel)
    return presentCollection(await changeCollection(context, params.collectionId, change), access.level, deps.publicUrl)
  },
})
