import { countPeopleOnScope, type PersonOnScope, peopleOnScope } from '@quire/access'
import type { PermissionSource, RoleName } from '@quire/contracts'
import { keysBefore, listOf } from '@quire/kit'
import type { WorkspaceContext } from '../context.ts'
import { membersOf } from '../people.ts'
import type { GrantScope } from './grant-scopes.ts'

type Aggregate = WorkspaceContext & { query: { role?: RoleName | undefined } }

/** Lists a page of everybody who can see the scope, by a grant or by a default level, oldest members first. */
export async function listAggregate({ sql, access, page, cursors, query, deps }: Aggregate, scope: GrantScope) {
  const filter = { scope, role: query.role }
  const [after] = keysBefore(page) ?? []
  const rows = await peopleOnScope(sql, { ...filter, after, limit: page.limit + 1 })
  const user = await membersOf(
    { sql, access, deps },
    rows.map((row) => row.userId),
  )
  return listOf({
    page,
    cursors,
    rows,
    present: (row) => ({
      permission: row.level,
      user: user(row.userId),
      source: sourceOf(row, scope),
    }),
    after: (row) => [row.id],
    count: () => countPeopleOnScope(sql, filter),
  })
}

/** Presents the source of a role; a scope other than this one is a collection around it. */
function sourceOf({ source: type, scopeId, teamId }: PersonOnScope, scope: GrantScope): PermissionSource {
  return {
    type,
    ...(teamId !== null && { team: teamId }),
    ...(scopeId !== null && { [scopeId === scope.id ? scope.kind : 'collection']: scopeId }),
  }
}
