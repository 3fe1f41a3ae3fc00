import { findOrCreateUser } from '../accounts/proved-users.ts'
import { recordCommand } from '../audit/record-command.ts'
import { organizationsOfPerson } from '../audit/store-events.ts'
import type { CommandDatabase } from '../command-transactions.ts'
import { acceptPendingInvites } from '../invites/invites.rules.ts'
import { makeLink } from '../sign-in/sign-in-links.rules.ts'
import { requireEnabled } from '../users/enabled-account.ts'

interface Linked {
  email: string
  /** The name of a new person; undefined for the beginning of the address. */
  displayName: string | undefined
  publicUrl: string
}

/**
 * Makes a link that signs a person in to the console once, and the person if they are new; returns its address. It is for
 * the first person of an installation, and where no mail is sent. Throws for a person whom the operator disabled.
 */
export async function printedSignInLink(
  { within }: CommandDatabase,
  { email, displayName, publicUrl }: Linked,
): Promise<string> {
  const name = displayName ?? email.slice(0, email.lastIndexOf('@'))
  const user = await within((writer) => findOrCreateUser(writer, { email, displayName: name }))
  return await within(async (writer) => {
    const { sql } = writer
    await requireEnabled(sql, user.id)
    await acceptPendingInvites(writer, user)
    const { url } = await makeLink(sql, { email, by: null, publicUrl, now: new Date() })
    await recordCommand(sql, {
      action: 'createSignInLinkForUser',
      organizations: await organizationsOfPerson(sql, user.id),
      target: { type: 'user', id: user.id },
      payload: {},
    })
    return url
  })
}
