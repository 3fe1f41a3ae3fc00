import { type CreateOpenAPISpec, openApiSpecOperations, openApiSpecSlug } from '@quire/contracts'
import {
  absent,
  badRequest,
  countOf,
  created,
  deleted,
  keysetPage,
  listOf,
  newId,
  notFound,
  violates,
} from '@quire/kit'
import { sql as raw } from 'kysely'
import type { z } from 'zod'
import { findWorkHolder } from '../tables/work-holder.ts'
import { implement, type OpenApiContext } from './context.ts'
import { findSpec } from './find-spec.ts'
import { lockSpecsOf, requireWithinQuota, updateSpecSize } from './spec-limits.ts'
import { presentSpec, type SpecRow } from './specifications.present.ts'

export const openApiSpecRoutes = implement(openApiSpecOperations, {
  /** Ordered by slug. */
  async listOpenAPISpecs({ sql, params, access, page, cursors, deps }) {
    const listed = sql.selectFrom('openapi_spec').where('organization_id', '=', params.organizationId)
    return listOf({
      page,
      cursors,
      rows: await keysetPage(listed.selectAll(), page, ['slug']).execute(),
      present: (row) => presentSpec(row, access.level, deps),
      after: ({ slug }) => [slug],
      count: () => countOf(sql, listed.select('id')),
    })
  },

  async createOpenAPISpec(context) {
    const { params, body, access, deps } = context
    await requireRoom(context, body.source)
    const spec = await newSpec(context, params.organizationId, body.slug, body.source)
    await lockSpecsOf(context.sql, spec)
    try {
      const row = await context.sql.insertInto('openapi_spec').values(spec).returningAll().executeTakeFirstOrThrow()
      return created(presentSpec(await storeSource(context, row, body.source, true), access.level, deps))
    } catch (error) {
      if (violates(error, 'openapi_spec_slug')) throw badRequest('body.slug', 'is taken: choose another, or update it')
      throw error
    }
  },

  async getOpenAPISpecBySlug({ sql, params, access, deps }) {
    return presentSpec(await findSpec(sql, params), access.level, deps)
  },

  async createOrUpdateOpenAPISpecBySlug(context) {
    const { sql, params, body, access, deps } = context
    const { organizationId, specSlug } = params
    if (!openApiSpecSlug.test(specSlug) || specSlug.length > 100)
      throw badRequest('specSlug', 'must be at most 100 small letters and digits, with single hyphens between')
    await requireRoom(context, body.source)
    const row = await newSpec(context, organizationId, specSlug, body.source)
    const { id, organization_id, slug, visibility, created_at, ...source } = row
    // A process that works on the previous source loses its claim.
    const update = {
      ...source,
      source_etag: null,
      refresh_at: null,
      is_due: false,
      claim: null,
      claimed_until: null,
      attempts: 0,
    }
    await lockSpecsOf(sql, row)
    const { is_new, ...stored } = await sql
      .insertInto('openapi_spec')
      .values(row)
      .onConflict((on) => on.constraint('openapi_spec_slug').doUpdateSet(update))
      .returningAll()
      .returning(raw<boolean>`xmax = 0`.as('is_new'))
      .executeTakeFirstOrThrow()
    const spec = presentSpec(await storeSource(context, stored, body.source, is_new), access.level, deps)
    return is_new ? created(spec) : spec
  },

  async updateOpenAPISpecBySlug({ sql, params, body, access, deps }) {
    const row = await sql
      .updateTable('openapi_spec')
      .set({ visibility: body.visibility, updated_at: deps.now() })
      .where('organization_id', '=', params.organizationId)
      .where('slug', '=', params.specSlug)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw notFound('The OpenAPI specification')
    return presentSpec(row, access.level, deps)
  },

  /** Foreign keys cascade to its versions and texts. */
  async deleteOpenAPISpecBySlug({ sql, params }) {
    const row = await sql
      .deleteFrom('openapi_spec')
      .where('organization_id', '=', params.organizationId)
      .where('slug', '=', params.specSlug)
      .returning('id')
      .executeTakeFirst()
    return row ? deleted() : absent()
  },
})

type Source = z.output<typeof CreateOpenAPISpec>['source']

/** The row of a specification that waits to be processed. */
async function newSpec({ sql, caller, deps }: OpenApiContext, organizationId: string, slug: string, source: Source) {
  const now = deps.now()
  return {
    id: newId(),
    organization_id: organizationId,
    slug,
    visibility: 'private' as const,
    source_url: 'url' in source ? source.url : null,
    processing_state: 'pending' as const,
    ...(await findWorkHolder(sql, caller, organizationId)),
    created_at: now,
    updated_at: now,
  }
}

/** Throws 507 unless the server's disk has room for the text of a source. */
const requireRoom = ({ deps }: OpenApiContext, source: Source) =>
  deps.uploads.requireRoom('text' in source ? Buffer.byteLength(source.text) : 0)

/** Stores the text of a source within the quota, and wakes processing after the commit. */
async function storeSource({ sql, afterCommit, deps }: OpenApiContext, row: SpecRow, source: Source, isNew: boolean) {
  if ('url' in source) await sql.deleteFrom('openapi_text').where('spec_id', '=', row.id).execute()
  else {
    const { text } = source
    await sql
      .insertInto('openapi_text')
      .values({ spec_id: row.id, text })
      .onConflict((on) => on.column('spec_id').doUpdateSet({ text }))
      .execute()
  }
  await updateSpecSize(sql, row.id)
  await requireWithinQuota(sql, row, { isNew })
  afterCommit(deps.processSpecs)
  return row
}
