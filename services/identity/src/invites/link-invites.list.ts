import type { inviteOperations } from '@quire/contracts'
import { countOf, type Input, listOf } from '@quire/kit'
import type { Context } from '../context.ts'
import { showLinkInvite } from './link-invites.present.ts'
import { liveLinkInvites } from './link-invites.rules.ts'

type List = Input<typeof inviteOperations.listOrganizationInviteLinks>

/** Sorts after every id that begins with the same time and random part. */
const beyondSecret = '~'
/** An id without its secret. */
const publicPart = (id: string) => id.slice(0, 26)

/** One page of the links into the organization itself, oldest first. A cursor travels in addresses, so it names no link's secret. */
export async function listLinkInvites({ sql, params, membership, page, cursors, publicUrl }: Context & List) {
  const live = liveLinkInvites(sql, params.organizationId).where('link_invite.scope_kind', '=', 'organization')
  let rows = live
    .selectAll()
    .orderBy('link_invite.id')
    .limit(page.limit + 1)
  if (page.cursor) rows = rows.where('link_invite.id', '>', `${page.cursor.after[0]}${beyondSecret}`)
  return listOf({
    page,
    cursors,
    rows: await rows.execute(),
    present: (row) => showLinkInvite(row, { membership, publicUrl }),
    after: (row) => [publicPart(row.id)],
    count: () => countOf(sql, live.select('link_invite.id')),
  })
}
