import type { inviteOperations } from '@quire/contracts'
import { countOf, type Input, keysetPage, listOf } from '@quire/kit'
import type { Context } from '../context.ts'
import { presentLinkInvite } from './link-invites.present.ts'
import { liveLinkInvites } from './link-invites.rules.ts'

type List = Input<typeof inviteOperations.listOrganizationInviteLinks>

/** Returns an id's time and random part without its secret; sorts after every id that begins with them. */
const beyondSecret = (id: string) => `${id.slice(0, 26)}~`

/** One page of the links into the organization itself, oldest first. A cursor travels in addresses, so it names no link's secret. */
export async function listLinkInvites(context: Context & List) {
  const { sql, params, membership, page, cursors, publicUrl } = context
  const live = liveLinkInvites(context, params.organizationId).where('link_invite.scope_kind', '=', 'organization')
  return listOf({
    page,
    cursors,
    rows: await keysetPage(live.selectAll(), page, ['link_invite.id']).execute(),
    present: (row) => presentLinkInvite(row, { membership, publicUrl }),
    after: (row) => [beyondSecret(row.id)],
    count: () => countOf(sql, live.select('link_invite.id')),
  })
}
