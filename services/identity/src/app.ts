import {
  DatabaseConfig,
  type Foundation,
  loadConfig,
  type RunningService,
  type ServiceDefinition,
  type ServiceParts,
  startHeartbeat,
  startLoop,
  startService,
} from '@quire/kit'
import type { Kysely } from 'kysely'
import { extendWith } from './access.ts'
import { grantedSpacesProjection } from './granted-spaces.ts'
import { memberSource } from './members/members.events.ts'
import { memberRoutes } from './members/members.routes.ts'
import { migrations } from './migrations/index.ts'
import { organizationSource } from './organizations/organizations.events.ts'
import { organizationRoutes } from './organizations/organizations.routes.ts'
import { entities, type Tables } from './tables.ts'
import { teamMemberSource, teamSource } from './teams/teams.events.ts'
import { teamRoutes } from './teams/teams.routes.ts'
import { keyRoutes } from './tokens/keys.routes.ts'
import { forgetSpent, seedRevocations } from './tokens/revocations.ts'
import { openSigner } from './tokens/signer.ts'
import { tokenRoutes } from './tokens/tokens.routes.ts'
import { userSource } from './users/users.events.ts'
import { userRoutes } from './users/users.routes.ts'

const reseedEveryMs = 5000
const forgetEveryMs = 3600_000

export { issueToken } from './tokens/issue.ts'

/** People and what they may sign in with (design 1). */
export const identity: ServiceDefinition = {
  name: 'identity',
  schema: { entities, migrations },
  projectsAccess: false,
  build,
}

function build({ config, database, bus, log }: Foundation): ServiceParts {
  // The kit does not know our tables.
  const sql = () => database.em.fork().getKysely() as unknown as Kysely<Tables>
  return {
    routes: [organizationRoutes, memberRoutes, teamRoutes, userRoutes, tokenRoutes, keyRoutes].flat(),
    projections: [grantedSpacesProjection],
    sources: [userSource, organizationSource, memberSource, teamSource, teamMemberSource],
    extend: extendWith({ publicUrl: config.PUBLIC_URL, signer: openSigner(config) }),
    started: () => seedRevocations(bus, sql(), { anew: true }),
    jobs: [
      startHeartbeat(bus, log),
      startLoop({ name: 'revocation watch', everyMs: reseedEveryMs, log }, async () => {
        // A broker that lost its data lost the bucket's content too.
        if (bus.isConnected()) await seedRevocations(bus, sql(), { anew: false })
      }),
      startLoop({ name: 'forgetting', everyMs: forgetEveryMs, log }, () => forgetSpent(bus, sql())),
    ],
  }
}

/** Starts the service as its environment says. */
export function start(env: NodeJS.ProcessEnv): Promise<RunningService> {
  return startService(identity, loadConfig(DatabaseConfig, env))
}
