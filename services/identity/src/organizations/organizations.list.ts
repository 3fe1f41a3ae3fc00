import type { organizationOperations } from '@quire/contracts'
import { countOf, type Input, listOf } from '@quire/kit'
import type { Context } from '../context.ts'
import { organizationsWithMembership, showOrganization } from './organizations.rules.ts'

type List = Input<typeof organizationOperations.listOrganizationsForAuthenticatedUser>

/** Interface 4.2: one page of the caller's organizations, oldest first; a limited token sees only its own. */
export async function listOrganizations({ sql, caller, userId, page, cursors, publicUrl }: Context & List) {
  let matching = organizationsWithMembership(sql)
    .where('member.user_id', '=', userId)
    .where('member.disabled', '=', false)
  if (caller.organizationId) matching = matching.where('member.organization_id', '=', caller.organizationId)
  let rows = matching.orderBy('member.organization_id').limit(page.limit + 1)
  if (page.cursor) rows = rows.where('member.organization_id', '>', String(page.cursor.after[0]))
  return listOf({
    page,
    cursors,
    rows: await rows.execute(),
    present: (row) => showOrganization(row, publicUrl),
    after: (row) => [row.id],
    count: () => countOf(sql, matching.clearSelect().select('member.id')),
  })
}
