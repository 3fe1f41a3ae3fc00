import type { organizationOperations } from '@quire/contracts'
import { countOf, type Input, listOf } from '@quire/kit'
import type { Context } from '../context.ts'
import { organizationsOf, showOrganization } from './organizations.rules.ts'

type List = Input<typeof organizationOperations.listOrganizationsForAuthenticatedUser>

/** One page of the caller's organizations, oldest first; a limited token sees only its own. */
export async function listOrganizations({ sql, caller, page, cursors, publicUrl }: Context & List) {
  const matching = organizationsOf(sql, caller)
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
