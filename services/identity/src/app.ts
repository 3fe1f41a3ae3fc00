import {
  DatabaseConfig,
  type Foundation,
  loadConfig,
  type RunningService,
  type ServiceDefinition,
  type ServiceParts,
  type StartOptions,
  startHeartbeat,
  startLoop,
  startService,
} from '@quire/kit'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { extendWith } from './access.ts'
import { userRoutes } from './accounts/users.routes.ts'
import { grantedSpacesProjection } from './granted-spaces.ts'
import { inviteRoutes } from './invites/invites.routes.ts'
import { joiningRoutes } from './invites/joining.routes.ts'
import { forgetExpiredLinks } from './invites/link-invites.rules.ts'
import { pendingInviteRoutes } from './invites/pending-invites.routes.ts'
import { forgetOldMails } from './mail/attempts.ts'
import { MailConfig } from './mail/config.ts'
import { MailLimits } from './mail/limits.ts'
import { startMail } from './mail/sender.ts'
import { introducing } from './members/introduction.ts'
import { memberSource } from './members/members.state.ts'
import { memberRoutes } from './memberships/members.routes.ts'
import { migrations } from './migrations/index.ts'
import { organizationRoutes } from './organizations/organizations.routes.ts'
import { organizationSource } from './organizations/organizations.state.ts'
import { siteProjection } from './organizations/sites-projection.ts'
import { samlRoutes } from './saml/saml.routes.ts'
import { samlSignInRoutes } from './saml/sign-in.routes.ts'
import { forgetSignIns } from './saml/sign-in-codes.ts'
import { entities, type Tables } from './tables.ts'
import { teamRoutes } from './teams/teams.routes.ts'
import { teamMemberSource, teamSource } from './teams/teams.state.ts'
import { answerKeyRoll } from './tokens/key-holders.ts'
import { keyRoutes } from './tokens/keys.routes.ts'
import { forgetSpent, seedRevocations } from './tokens/revocations.ts'
import { openSigner } from './tokens/signer.ts'
import { tokenRoutes } from './tokens/tokens.routes.ts'
import { userSource } from './users/users.state.ts'

const lookAtKeysEveryMs = 1000
const reseedEveryMs = 5000
const forgetEveryMs = 3600_000

export { issueToken } from './tokens/issue.ts'
export { rotateKeys } from './tokens/rotation.ts'

export const IdentityConfig = DatabaseConfig.extend(MailConfig.shape).extend(MailLimits.shape)
export type IdentityConfig = z.output<typeof IdentityConfig>

/** People and what they may sign in with. */
export const identity: ServiceDefinition<IdentityConfig> = {
  name: 'identity',
  schema: { entities, migrations },
  projectsAccess: false,
  build,
}

function build({ config, database, bus, publisher, metrics, log, now }: Foundation<IdentityConfig>): ServiceParts {
  // The kit does not know our tables.
  const sql = () => database.background as unknown as Kysely<Tables>
  const signer = openSigner(config, log)
  return {
    routes: [
      organizationRoutes,
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
    ].flat(),
    projections: [grantedSpacesProjection, siteProjection],
    sources: [userSource, organizationSource, memberSource, teamSource, teamMemberSource],
    extend: extendWith({
      publicUrl: config.PUBLIC_URL,
      signer,
      keyHolders: answerKeyRoll(bus, signer),
      introduce: introducing({ database, publisher }),
      mailLimits: config,
      now,
    }),
    started: () => seedRevocations(bus, sql(), { anew: true, now: now() }),
    jobs: [
      startHeartbeat(bus, log),
      startLoop({ name: 'signing keys', everyMs: lookAtKeysEveryMs, log }, async () => signer.refresh()),
      startLoop({ name: 'revocation watch', everyMs: reseedEveryMs, log }, async () => {
        // A broker that lost its data lost the bucket's content too.
        if (bus.isConnected()) await seedRevocations(bus, sql(), { anew: false, now: now() })
      }),
      startLoop({ name: 'forgetting', everyMs: forgetEveryMs, log }, async () => {
        await forgetSpent(bus, sql(), now())
        await forgetExpiredLinks(sql(), now())
        await forgetSignIns(sql(), now())
        await forgetOldMails(sql())
      }),
      ...startMail(config, { sql, metrics, log }),
    ],
  }
}

/** Starts the service as its environment says. */
export function start(env: NodeJS.ProcessEnv, options?: StartOptions): Promise<RunningService> {
  return startService(identity, loadConfig(IdentityConfig, env), options)
}
