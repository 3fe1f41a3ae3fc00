import { dirname, resolve } from 'node:path'
import {
  type Bus,
  configWarnings,
  DatabaseConfig,
  doAll,
  type Foundation,
  type Logger,
  type Loop,
  loadConfig,
  measureDisks,
  type RunningService,
  type ServiceDefinition,
  type ServiceParts,
  type StartOptions,
  secretKey,
  startHeartbeat,
  startLoop,
  startService,
} from '@quire/kit'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { extendWith } from './access.ts'
import { AuditConfig } from './audit/config.ts'
import { auditSink } from './audit/sinks.ts'
import { storeAuditEvents } from './audit/store-events.ts'
import { startKeeping, startStreaming } from './audit/stream-events.ts'
import type { Dependencies } from './context.ts'
import { entities, type Tables } from './database.ts'
import { deletedOrganizationSource } from './deletions/delete-organization.ts'
import { startDeletions } from './deletions/deletion-job.ts'
import { OrganizationDeletionConfig, type OrganizationDeletionNeeds } from './deletions/deletions.routes.ts'
import { deleteExpiredLinks } from './invites/link-invites.rules.ts'
import { checkMail, MailConfig } from './mail/config.ts'
import { deleteOldMails } from './mail/delivery-attempts.ts'
import { MailLimits, type MailLimitsNeeds } from './mail/mail-limits.ts'
import { deleteWrittenMails } from './mail/mail-transport.ts'
import { NotificationMailLimits, type NotificationMailNeeds } from './mail/notification-mails.routes.ts'
import { startMail } from './mail/sender.ts'
import { memberSource } from './members/members.state.ts'
import { profileRevealer } from './members/profile-visibility.ts'
import { returnedMembers } from './members/returned-members.ts'
import { migrations } from './migrations/index.ts'
import { checkOidc, OidcConfig } from './oidc/config.ts'
import type { OidcNeeds } from './oidc/oidc.routes.ts'
import { openOidc } from './oidc/oidc-client.ts'
import { OrganizationLimits, type OrganizationLimitsNeeds } from './organizations/organization-limits.ts'
import { organizationSource } from './organizations/organizations.state.ts'
import { deleteOldChallenges } from './passkeys/challenges.ts'
import { deleteOldTries, type PasskeyNeeds } from './passkeys/passkeys.rules.ts'
import { stolenProgramEnder } from './programs/end-stolen-program.ts'
import type { ProgramNeeds } from './programs/programs.rules.ts'
import { auditProjections, grantedSpacesProjection, siteProjection } from './projections/projections.ts'
import { routes } from './routes.ts'
import { deleteExpiredSignIns } from './saml/sign-in-codes.ts'
import { type RememberedPagesNeeds, rememberPages } from './scim/remembered-pages.ts'
import { measureSignIns, type SignInNeeds } from './sessions/sign-in-metrics.ts'
import { startSignInMails } from './sign-in/send-sign-in-mails.ts'
import type { ConsoleSignInNeeds } from './sign-in/sign-in.routes.ts'
import { deleteOldSignInMails, SignInConfig } from './sign-in/sign-in-limits.ts'
import { deleteExpiredSignInLinks } from './sign-in/sign-in-links.rules.ts'
import { teamMemberSource, teamSource } from './teams/teams.state.ts'
import { answerKeyRoll, type KeyHoldersNeeds } from './tokens/key-roll.ts'
import { forgetLostTokens, seedLostTokens, settleLostEnd } from './tokens/lost-ends.ts'
import { deleteExpired, seedRevocations } from './tokens/revocations.ts'
import { openSigner, type SignerNeeds } from './tokens/signer.ts'
import { TokenLimits, type TokenLimitsNeeds } from './tokens/token-limits.ts'
import { originKey, originsWith, widerOriginsWith } from './users/origins.ts'
import { userSource } from './users/users.state.ts'

const refreshKeysEveryMs = 1000
const reseedEveryMs = 1000
const deleteExpiredEveryMs = 3600_000

/**
 * Seeds the bucket of revocations again if a broker lost it. A broker that comes back may have lost its end alone, so all
 * are compared then.
 */
function keepSeeded(bus: Bus, log: Logger, seed: (force: boolean) => Promise<void>): Loop {
  let compared = bus.changed()
  return startLoop({ name: 'revocation watch', everyMs: reseedEveryMs, log }, async () => {
    if (!bus.isConnected()) return
    const changed = bus.changed()
    await seed(changed !== compared)
    compared = changed
  })
}

export { administer } from './administration/administer.ts'
export { issueInstallationToken, issueToken } from './tokens/issue.ts'
export { rotateKeys } from './tokens/rotation.ts'

export const IdentityConfig = DatabaseConfig.extend(MailConfig.shape)
  .extend(MailLimits.shape)
  .extend(NotificationMailLimits.shape)
  .extend(OrganizationLimits.shape)
  .extend(OrganizationDeletionConfig.shape)
  .extend(TokenLimits.shape)
  .extend(AuditConfig.shape)
  .extend(SignInConfig.shape)
  .extend(OidcConfig.shape)
export type IdentityConfig = z.output<typeof IdentityConfig>

/** The service of people, organizations and their sign-in. */
export const identity: ServiceDefinition<IdentityConfig> = {
  name: 'identity',
  schema: { entities, migrations },
  projectsAccess: false,
  build,
}

type Needs = Dependencies &
  SignerNeeds &
  SignInNeeds &
  ConsoleSignInNeeds &
  OidcNeeds &
  PasskeyNeeds &
  NotificationMailNeeds &
  ProgramNeeds &
  KeyHoldersNeeds &
  MailLimitsNeeds &
  OrganizationLimitsNeeds &
  OrganizationDeletionNeeds &
  RememberedPagesNeeds &
  TokenLimitsNeeds

/** The folders that the service writes to, by their names in metrics. */
const writtenFolders = ({ MAIL_DIR, SMTP_URL, AUDIT_FILE, AUDIT_URL }: IdentityConfig) => ({
  ...(MAIL_DIR && !SMTP_URL && { mail: resolve(MAIL_DIR) }),
  ...(AUDIT_FILE && !AUDIT_URL && { audit: dirname(resolve(AUDIT_FILE)) }),
})

function build(foundation: Foundation<IdentityConfig>): ServiceParts {
  const { config, database, bus, positions, revocations, publisher, metrics, log, now } = foundation
  // The kit has no types of identity's tables.
  const sql = () => database.background as unknown as Kysely<Tables>
  const aloneSql = () => database.alone as unknown as Kysely<Tables>
  measureDisks(metrics, writtenFolders(config))
  const sink = auditSink(config)
  const signer = openSigner(config, { log, metrics })
  const codeKey = secretKey(config, originKey)
  const signInMails = startSignInMails(config, { sql, codeKey, metrics, now, log })
  const oidc = openOidc(config, log)
  const dependencies: Needs = {
    publicUrl: config.PUBLIC_URL,
    now,
    originOf: originsWith(secretKey(config, originKey)),
    widerOriginOf: widerOriginsWith(secretKey(config, originKey)),
    signer,
    countSignIn: measureSignIns(metrics),
    signInConfig: config,
    oidc,
    oidcLabel: oidc?.label,
    codeKey,
    endStolenProgram: stolenProgramEnder(foundation),
    wakeSignInMails: signInMails?.wake,
    sendsMail: signInMails !== undefined,
    keyHolders: answerKeyRoll(bus, signer),
    mailLimits: config,
    notificationMailLimits: config,
    organizationLimits: config,
    organizationDeletion: config,
    tokenLimits: config,
    rememberedPages: rememberPages(now),
  }
  const returned = returnedMembers(bus, revocations, sql)
  async function seed(force: boolean) {
    if (await settleLostEnd(bus, sql(), now)) returned.lookAtAll()
    await returned.look()
    if (force) await seedLostTokens(bus, sql())
    await seedRevocations(bus, sql(), { force, now: now() })
  }
  return {
    routes,
    projections: [grantedSpacesProjection, siteProjection, ...auditProjections],
    sources: [userSource, organizationSource, deletedOrganizationSource, memberSource, teamSource, teamMemberSource],
    storeAudit: ({ sql: within }, events) => storeAuditEvents(within as unknown as Kysely<Tables>, events),
    extend: extendWith(dependencies, profileRevealer({ database, publisher })),
    started: () => seed(true),
    jobs: [
      startHeartbeat(bus, log),
      startLoop({ name: 'signing keys', everyMs: refreshKeysEveryMs, log }, async () => signer.refresh()),
      keepSeeded(bus, log, seed),
      startLoop({ name: 'forgetting', everyMs: deleteExpiredEveryMs, log }, () =>
        doAll([
          () => deleteExpired(bus, sql(), now()),
          () => forgetLostTokens(bus, sql(), now()),
          () => deleteExpiredLinks(sql(), now()),
          () => deleteExpiredSignIns(sql(), now()),
          () => deleteOldMails(sql()),
          () => deleteOldSignInMails(sql(), now()),
          () => deleteExpiredSignInLinks(sql(), now()),
          () => deleteOldChallenges(sql(), now()),
          () => deleteOldTries(sql(), now()),
          () => deleteWrittenMails(config, now()),
        ]),
      ),
      ...(sink ? [startStreaming({ sql: aloneSql, sink, publicUrl: config.PUBLIC_URL, log })] : []),
      startKeeping({
        ...{ sql, metrics, now, log, isStreamed: sink !== undefined },
        retentionDays: config.AUDIT_RETENTION_DAYS,
      }),
      ...startMail(config, { sql, metrics, log }),
      ...(signInMails ? [signInMails] : []),
      startDeletions({ sql, bus, publisher, positions, isStreamed: sink !== undefined, log }),
    ],
  }
}

/** Lists settings that contradict each other. */
export const checkIdentity = (config: IdentityConfig) => [...checkMail(config), ...checkOidc(config)]

/** Starts the service, configured by its environment. */
export function startIdentity(env: NodeJS.ProcessEnv, options?: StartOptions): Promise<RunningService> {
  const warnings = configWarnings(IdentityConfig, env, checkIdentity)
  return startService(identity, loadConfig(IdentityConfig, env, checkIdentity), { ...options, warnings })
}
