import type { organizationOperations } from '@quire/contracts'
import { countOf, type Input, keysetPage, listOf } from '@quire/kit'
import type { Context } from '../context.ts'
import { organizationsOf, presentOrganizationRow } from './organizations.rules.ts'

type List = Input<typeof organizationOperations.listOrganizationsForAuthenticatedUser>

/** Returns a page of the caller's organizations, oldest first; a limited token sees only its own. */
export async function listOrganizations({ sql, caller, page, cursors, publicUrl }: Context & List) {
  const matching = organizationsOf(sql, caller)
  return listOf({
    page,
    cursors,
    rows: await keysetPage(matching, page, ['member.organization_id']).execute(),
    present: (row) => presentOrganizationRow(row, publicUrl),
    after: (row) => [row.id],
    count: () => countOf(sql, matching.clearSelect().select('member.id')),
  })
}
