import {
  type AdaptiveClaim,
  type AdaptiveClaims,
  type AdaptiveJsonSchema,
  adaptiveOperations,
  type TemplateCondition,
  timestamp,
} from '@quire/contracts'
import { notFound } from '@quire/kit'
import type { Selectable } from 'kysely'
import { implement } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { endVisits, lockSite } from '../../model/sites.state.ts'
import type { AdaptiveTables } from '../../tables/customization.tables.ts'
import { requireCreateOnSpaces } from '../structure/require-create.ts'

const isIdentifier = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u

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

/**
 * Returns the conditions that a schema suggests: some for each claim, one for each value that it names; unsigned claims
 * last.
 */
export function templateConditions({ properties: { unsigned, ...signed } }: AdaptiveJsonSchema): TemplateCondition[] {
  const claims = { ...signed, ...(unsigned && { unsigned }) }
  return ofClaims(claims, 'visitor.claims', [])
}

const ofClaims = (claims: AdaptiveClaims, path: string, names: string[]): TemplateCondition[] =>
  Object.entries(claims).flatMap(([name, claim]) => ofClaim(claim, path + memberNamed(name), [...names, name]))

function ofClaim(claim: AdaptiveClaim, path: string, names: string[]): TemplateCondition[] {
  const one = (says: string, condition: string) => ({ description: `${names.join('.')} ${says}`, condition })
  switch (claim.type) {
    case 'boolean':
      return [one('is true', `${path} === true`), one('is not true', `${path} !== true`)]
    case 'number':
      return [one('is more than 0', `${path} > 0`)]
    case 'string':
      if (!claim.enum) return [one('is not empty', `${path}.length > 0`)]
      return claim.enum.map((value) => one(`is ${quoted(value)}`, `${path} === ${quoted(value)}`))
    case 'array':
      if (claim.items.type !== 'string' || !claim.items.enum) return [one('is not empty', `${path}.length > 0`)]
      return claim.items.enum.map((value) => one(`has ${quoted(value)}`, `${path}.includes(${quoted(value)})`))
    case 'object':
      return ofClaims(claim.properties, path, names)
  }
}

const memberNamed = (name: string) => (isIdentifier.test(name) ? `.${name}` : `[${quoted(name)}]`)

const quoted = (text: string) => JSON.stringify(text)
