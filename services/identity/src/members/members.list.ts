import { listOf } from '@quire/kit'
import type { Context } from '../context.ts'
import type { MemberFilter, Query } from './member-order.ts'
import { keysOf } from './member-order.ts'
import { pageOfMembers } from './member-pages.ts'
import { presentMemberRow } from './members.present.ts'

/** Returns a page of an organization's members. */
export async function listMembers(context: Context & { query: Query }) {
  const { sql, membership, query, page, cursors, publicUrl } = context
  const { organization_id: organizationId, organizationMembers: members } = membership
  const asked: MemberFilter = { sql, organizationId, members, query, page }
  const { rows, count } = await pageOfMembers(asked)
  return listOf({
    page,
    cursors,
    rows,
    present: (row) => presentMemberRow(row, publicUrl),
    after: (row) => keysOf(row, query),
    count,
  })
}
