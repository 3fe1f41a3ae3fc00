import { type memberOperations, timestamp } from '@quire/contracts'
import { containing, countOf, type Input, listOf } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Context } from '../context.ts'
import type { Tables } from '../tables.ts'
import { type MemberWithUser, showMember, userColumns } from './members.present.ts'
import { foldSearch } from './members.search.ts'

type List = Input<typeof memberOperations.listMembersInOrganizationById>

const columns = { joinedAt: 'joined_at', lastSeenAt: 'last_seen_at', name: 'search' } as const

/** Interface 4.3: one page of an organization's members; each order has its index, so no page costs more than another. */
export async function listMembers(context: Context & List) {
  const { sql, query, params, page, cursors, publicUrl } = context
  const column = columns[query.sort]
  const matching = filtered(sql, params.organizationId, query)
  let rows = matching
    .innerJoin('user', 'user.id', 'member.user_id')
    .selectAll('member')
    .select(userColumns)
    .orderBy(`member.${column}`, query.order)
    .orderBy('member.id', query.order)
    .limit(page.limit + 1)
  if (page.cursor) rows = rows.where(beyond(column, query.order, page.cursor.after))
  return listOf({
    page,
    cursors,
    rows: await rows.execute(),
    present: (row) => showMember(row, publicUrl),
    after: (row) => [keyOf(row, column), row.id],
    count: () => countOf(sql, matching.select('member.id')),
  })
}

function filtered(sql: Kysely<Tables>, organizationId: string, { role, search, sort }: List['query']) {
  let rows = sql.selectFrom('member').where('member.organization_id', '=', organizationId)
  if (role === 'guest') rows = rows.where('member.role', 'is', null)
  else if (role) rows = rows.where('member.role', '=', role)
  if (search) rows = rows.where('member.search', 'like', containing(foldSearch(search)))
  if (sort === 'lastSeenAt') rows = rows.where('member.last_seen_at', 'is not', null)
  return rows
}

function keyOf(row: MemberWithUser, column: (typeof columns)[keyof typeof columns]): string {
  return column === 'search' ? row.search : timestamp(row[column] ?? new Date(0))
}

function beyond(column: string, order: 'asc' | 'desc', [key, id]: readonly unknown[]) {
  const type = raw.raw(column === 'search' ? 'text' : 'timestamptz')
  return raw<boolean>`(${raw.ref(`member.${column}`)}, member.id) ${raw.raw(order === 'asc' ? '>' : '<')} (${key}::${type}, ${id})`
}
