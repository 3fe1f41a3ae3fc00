import { adaptiveOperations, timestamp } from '@quire/contracts'
import { notFound } from '@quire/kit'
import type { Selectable } from 'kysely'
import { implement } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { endVisits, lockSite } from '../../model/sites.state.ts'
import type { AdaptiveTables } from '../../tables/adaptive.tables.ts'
import { requireCreateOnSpaces } from '../structure/require-create.ts'
import { templateConditions } from './template-conditions.ts'

export const adaptiveRoutes = implement(adaptiveOperations, {
  async getSiteAdaptiveSchema({ sql, params }) {
    const row = await adaptiveSchemaOf(sql, params.siteId)
    if (!row) throw notFound('The schema of the site')
    return presentSchema(row)
  },

  /**
   * With another schema, other claims may meet the conditions of any space or page, so tokens of the earlier schema
   * end.
   */
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
    return presentSchema(saved)
  },

  async listSiteAdaptiveTemplateConditions({ sql, params }) {
    const row = await adaptiveSchemaOf(sql, params.siteId)
    return { items: row ? templateConditions(row.json_schema) : [] }
  },
})

const presentSchema = ({ json_schema, updated_at }: Selectable<AdaptiveTables['site_adaptive_schema']>) => ({
  object: 'site-adaptive-schema' as const,
  jsonSchema: json_schema,
  updatedAt: timestamp(updated_at),
})

/** Returns the schema of the claims that a site expects of its visitors; undefined if none was set. */
const adaptiveSchemaOf = (sql: Sql, siteId: string) =>
  sql.selectFrom('site_adaptive_schema').selectAll().where('site_id', '=', siteId).executeTakeFirst()
