import { samlService } from '@quire/contracts'
import type { OrganizationRow } from '../organizations/organizations.state.ts'
import type { UserRow } from '../users/users.state.ts'
import type { NewMail } from './queue.ts'

/** Who invites where. */
export interface Inviter {
  organization: OrganizationRow
  by: UserRow
  publicUrl: string
}

/** To somebody with an account, who is a member from now on. */
export function membershipMail({ organization, by, publicUrl }: Inviter, recipient: string): NewMail {
  const title = inOneLine(organization.title)
  const where = organization.sso ? signInAddress(organization, publicUrl) : publicUrl
  return {
    recipient,
    subject: `You are now a member of ${title}`,
    body: `${inOneLine(by.display_name)} (${by.email}) made you a member of ${title} on Quire.

Sign in with this address, ${recipient}, at ${where}
`,
  }
}

/** To somebody without an account. */
export function invitationMail({ organization, by, publicUrl }: Inviter, recipient: string): NewMail {
  const title = inOneLine(organization.title)
  return {
    recipient,
    subject: `You are invited to ${title}`,
    body: `${inOneLine(by.display_name)} (${by.email}) invites you to ${title} on Quire.

Your membership begins when you first sign in with this address, ${recipient}, at
${signInAddress(organization, publicUrl)}

If you do not know what this is about, you need not do anything.
`,
  }
}

function signInAddress({ id: organizationId, saml_provider }: OrganizationRow, publicUrl: string): string {
  return saml_provider === null ? publicUrl : samlService(publicUrl, { organizationId, id: saml_provider }).startURL
}

const longest = 100

/**
 * A text that people wrote, fit for a header: no line breaks, no invisible characters that hide or turn text, not too
 * long.
 */
function inOneLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line
}
