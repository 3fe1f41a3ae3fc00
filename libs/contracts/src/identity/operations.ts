import { installationAdminOperations } from './installation.operations.ts'
import { inviteOperations, joiningOperations } from './invites.operations.ts'
import { memberOperations } from './members.operations.ts'
import { oidcOperations } from './oidc.operations.ts'
import { organizationDeletionOperations } from './organization-deletion.operations.ts'
import { organizationOperations } from './organizations.operations.ts'
import { passkeyOperations } from './passkeys.operations.ts'
import { pendingInviteOperations } from './pending-invites.operations.ts'
import { programOperations } from './programs.operations.ts'
import { samlOperations, samlSignInOperations } from './saml.operations.ts'
import { scimOperations, scimTokenOperations } from './scim.operations.ts'
import { sessionOperations } from './sessions.operations.ts'
import { signInOperations } from './sign-in.operations.ts'
import { teamOperations } from './teams.operations.ts'
import { tokenOperations } from './tokens.operations.ts'
import { userOperations } from './users.operations.ts'

export const identityOperations = {
  ...organizationOperations,
  ...organizationDeletionOperations,
  ...inviteOperations,
  ...joiningOperations,
  ...pendingInviteOperations,
  ...memberOperations,
  ...teamOperations,
  ...userOperations,
  ...tokenOperations,
  ...installationAdminOperations,
  ...samlOperations,
  ...samlSignInOperations,
  ...scimOperations,
  ...scimTokenOperations,
  ...sessionOperations,
  ...signInOperations,
  ...oidcOperations,
  ...passkeyOperations,
  ...programOperations,
}
