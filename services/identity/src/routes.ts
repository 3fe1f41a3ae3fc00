import { userRoutes } from './accounts/users.routes.ts'
import { installationAdminRoutes } from './administration/installation.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { organizationDeletionRoutes } from './deletions/deletions.routes.ts'
import { inviteRoutes } from './invites/invites.routes.ts'
import { joiningRoutes } from './invites/joining.routes.ts'
import { pendingInviteRoutes } from './invites/pending-invites.routes.ts'
import { notificationMailRoutes } from './mail/notification-mails.routes.ts'
import { memberRoutes } from './memberships/members.routes.ts'
import { oidcRoutes } from './oidc/oidc.routes.ts'
import { organizationRoutes } from './organizations/organizations.routes.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { programRoutes } from './programs/programs.routes.ts'
import { samlRoutes } from './saml/saml.routes.ts'
import { samlSignInRoutes } from './saml/sign-in.routes.ts'
import { scimDiscoveryRoutes } from './scim/discovery.routes.ts'
import { scimGroupRoutes } from './scim/groups.routes.ts'
import { scimTokenRoutes } from './scim/scim-tokens.routes.ts'
import { scimUserRoutes } from './scim/users.routes.ts'
import { sessionUseRoutes } from './sessions/session-uses.routes.ts'
import { sessionRoutes } from './sessions/sessions.routes.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { teamRoutes } from './teams/teams.routes.ts'
import { keyRoutes } from './tokens/keys.routes.ts'
import { tokenRoutes } from './tokens/tokens.routes.ts'

/** The handlers of identity's operations. */
export const routes = [
  organizationRoutes,
  organizationDeletionRoutes,
  inviteRoutes,
  joiningRoutes,
  pendingInviteRoutes,
  memberRoutes,
  teamRoutes,
  userRoutes,
  tokenRoutes,
  keyRoutes,
  samlRoutes,
  samlSignInRoutes,
  sessionUseRoutes,
  sessionRoutes,
  signInRoutes,
  oidcRoutes,
  passkeyRoutes,
  notificationMailRoutes,
  programRoutes,
  auditRoutes,
  scimTokenRoutes,
  scimDiscoveryRoutes,
  scimUserRoutes,
  scimGroupRoutes,
  installationAdminRoutes,
].flat()
