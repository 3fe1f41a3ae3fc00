import { maxScimResults, type ScimListQuery, scimSchemas } from '@quire/contracts'
import { notFound } from '@quire/kit'
import type { Kysely } from 'kysely'
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
