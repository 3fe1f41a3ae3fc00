import { samlService } from '@quire/contracts'
import type { OrganizationRow } from '../organizations/organizations.state.ts'
import type { UserRow } from '../users/users.state.ts'
import type { NewMail } from './message.ts'

/** The person who invites, and the organization. */
export interface Inviter {
  organization: OrganizationRow
  by: UserRow
  publicUrl: string
}

/** Builds the mail to a new member who already has an account. */
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

/** Builds the mail to a person without an account. */
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

const maxLength = 100

/**
 * Makes a text that people wrote safe for a header: without line breaks or invisible characters that hide or reverse
 * text, and not too long.
 */
function inOneLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line
}
