import { adaptiveOperations, timestamp } from '@quire/contracts'
import { notFound } from '@quire/kit'
import type { Selectable } from 'kysely'
import { implement } from '../context.ts'
import { requireCreateOnSpaces } from '../site-spaces/require-create.ts'
import { endVisits, lockSite } from '../states/sites.state.ts'
import type { AdaptiveTables } from './adaptive.tables.ts'
import { adaptiveSchemaOf } from './schemas.ts'
import { templateConditions } from './templates.ts'

export const adaptiveRoutes = implement(adaptiveOperations, {
  async getSiteAdaptiveSchema({ sql, params }) {
    const row = await adaptiveSchemaOf(sql, params.siteId)
    if (!row) throw notFound('The schema of the site')
    return show(row)
  },

  /** Other claims may meet the conditions of any space and page. Tokens that say what was expected before end. */
  async updateSiteAdaptiveSchema(context) {
    const { sql, params, body, deps } = context
    const { id } = await lockSite(sql, params.siteId)
    await requireCreateOnSpaces(context, id)
    await endVisits(context, id)
    const row = { json_schema: JSON.stringify(body.jsonSchema), updated_at: deps.now() }
    const saved = await sql
      .insertInto('site_adaptive_schema')
      .values({ site_id: id, ...row })
      .onConflict((conflict) => conflict.column('site_id').doUpdateSet(row))
      .returningAll()
      .executeTakeFirstOrThrow()
    return show(saved)
  },

  async listSiteAdaptiveTemplateConditions({ sql, params }) {
    const row = await adaptiveSchemaOf(sql, params.siteId)
    return { items: row ? templateConditions(row.json_schema) : [] }
  },
})

const show = ({ json_schema, updated_at }: Selectable<AdaptiveTables['site_adaptive_schema']>) => ({
  object: 'site-adaptive-schema' as const,
  jsonSchema: json_schema,
  updatedAt: timestamp(updated_at),
})
