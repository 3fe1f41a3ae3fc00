import { countPeopleOnSite, type PersonOnSite, peopleOnSite } from '@quire/access'
import { sitePeopleOperations } from '@quire/contracts'
import { keysBefore, listOf } from '@quire/kit'
import { membersOf } from '../workspace/people.ts'
import { implement } from './context.ts'

export const sitePeopleRoutes = implement(sitePeopleOperations, {
  /** Lists the people with access to a site, oldest members first. */
  async listPermissionsAggregateInSite({ sql, access, page, cursors, params, query, deps }) {
    const { organizationId } = access
    const { role, search, team } = query
    const filter = { siteId: params.siteId, organizationId, role, search, team }
    const [after] = keysBefore(page) ?? []
    const rows = await peopleOnSite(sql, { ...filter, after, limit: page.limit + 1 })
    const user = await membersOf(
      { sql, access, deps },
      rows.map(({ userId }) => userId),
    )
    return listOf({
      page,
      cursors,
      rows,
      present: (row) => ({
        permission: row.level,
        user: user(row.userId),
        origin: originOf(row, organizationId),
        disabled: false as const,
        ...(row.lastSeenAt !== null && { lastSeenAt: row.lastSeenAt }),
      }),
      after: (row) => [row.id],
      count: () => countPeopleOnSite(sql, filter),
    })
  },
})

const originOf = ({ spaceId }: PersonOnSite, organization: string) =>
  spaceId === null ? { type: 'organization' as const, organization } : { type: 'space' as const, space: spaceId }
