import { listOf } from '@quire/kit'
import type { Context } from '../context.ts'
import { showMember } from './members.present.ts'
import type { MemberFilter, Query } from './order.ts'
import { keysOf } from './order.ts'
import { pageOfMembers } from './pages.ts'

/** One page of an organization's members. */
export async function listMembers(context: Context & { query: Query }) {
  const { sql, membership, query, page, cursors, publicUrl } = context
  const { organization_id: organizationId, organizationMembers: members } = membership
  const asked: MemberFilter = { sql, organizationId, members, query, page }
  const { rows, count } = await pageOfMembers(asked)
  return listOf({
    page,
    cursors,
    rows,
    present: (row) => showMember(row, publicUrl),
    after: (row) => keysOf(row, query),
    count,
  })
}
