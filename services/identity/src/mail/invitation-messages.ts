import { samlService } from '@quire/contracts'
import type { OrganizationRow } from '../organizations/organizations.state.ts'
import type { UserRow } from '../users/users.state.ts'
import { inertAddress, inertText } from './inert-text.ts'
import type { NewMail } from './message.ts'

/** The person who invites, and the organization. */
export interface Inviter {
  organization: OrganizationRow
  by: UserRow
  publicUrl: string
}

/** Builds the mail to a new member who already has an account. */
export function membershipMail(inviter: Inviter, recipient: string): NewMail {
  const { organization, publicUrl } = inviter
  const where = organization.sso ? signInAddress(organization, publicUrl) : homeOf(organization, publicUrl)
  return {
    recipient,
    subject: 'You are now a member of an organization on Quire',
    body: `You were made a member of an organization on Quire.

${namesOf(inviter)}

Sign in with the address that this mail was sent to, at ${where}
`,
  }
}

/** Builds the mail to a person without an account. */
export function invitationMail(inviter: Inviter, recipient: string): NewMail {
  return {
    recipient,
    subject: 'You are invited to an organization on Quire',
    body: `You are invited to an organization on Quire.

${namesOf(inviter)}

Your membership begins when you first sign in with the address that this mail was sent to, at
${signInAddress(inviter.organization, inviter.publicUrl)}

If you do not know what this is about, you need not do anything.
`,
  }
}

/**
 * Names the organization and the person who invites. Both names are chosen by people whom the recipient may not know, so
 * they stand in the body alone, marked as such.
 */
const namesOf = ({
  organization,
  by,
}: Inviter) => `The following names were chosen by others; Quire has not checked them.
  Organization: “${inertText(organization.title)}”
  Invited by: “${inertText(by.display_name)}”, ${inertAddress(by.email)}`

function signInAddress(organization: OrganizationRow, publicUrl: string): string {
  const { id: organizationId, saml_provider: id } = organization
  return id === null ? homeOf(organization, publicUrl) : samlService(publicUrl, { organizationId, id }).startURL
}

/** The organization in the console, which first asks whoever is not signed in to do so. */
const homeOf = ({ id }: OrganizationRow, publicUrl: string) => `${publicUrl}/o/${id}`
