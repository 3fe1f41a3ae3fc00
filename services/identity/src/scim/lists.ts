import { maxScimResults, type ScimListQuery, scimSchemas } from '@quire/contracts'
import { notFound, ScimRefusal } from '@quire/kit'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../database.ts'

export type ListQuery = z.output<typeof ScimListQuery>

/** Returns the rows of a page as offset and limit; values that are too small or too large count as the next allowed one. */
export const rangeOf = ({ startIndex, count }: ListQuery) => ({
  offset: Math.max(1, startIndex) - 1,
  limit: Math.min(Math.max(0, count), maxScimResults),
})

/** Wraps the resources of one page. */
export const listResponse = <Item>(query: ListQuery, totalResults: number, Resources: Item[]) => ({
  schemas: [scimSchemas.list],
  totalResults,
  startIndex: Math.max(1, query.startIndex),
  itemsPerPage: Resources.length,
  Resources,
})

/** Counts the rows of a selection. */
export async function numberOf<Selected extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Selected, Row>,
): Promise<number> {
  const { total } = await rows.select((row) => row.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

/**
 * Locks the organization to the end of the transaction, before its members and teams, as every change of them does. Throws
 * 404 if there is none.
 */
export async function lockProvisioned(sql: Kysely<Tables>, organizationId: string) {
  const row = await sql
    .selectFrom('organization')
    .select(['id', 'default_role'])
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('The organization')
  return row
}

/** Returns the address of a SCIM resource. */
export const locationOf = (publicUrl: string, organizationId: string, kind: 'Users' | 'Groups', id: string) =>
  `${publicUrl}/v1/orgs/${organizationId}/scim/v2/${kind}/${id}`

/** Throws 409 if another member, or another team, of the organization has the name that the provider gives. */
export async function requireFreeName(
  sql: Kysely<Tables>,
  table: 'member' | 'team',
  organizationId: string,
  externalId: string | null | undefined,
): Promise<void> {
  if (externalId == null) return
  const other = await sql
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  if (other) throw new ScimRefusal(409, 'uniqueness', `body.externalId: belongs to another ${table}.`)
}
