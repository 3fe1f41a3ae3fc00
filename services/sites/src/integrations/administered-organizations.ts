import { isLimited, lacksSingleSignOn, type Member } from '@quire/access'
import { sql as raw } from 'kysely'
import type { SitesContext } from '../context.ts'

/**
 * Returns the memberships with which the caller administers organizations, in one query: those that their token is valid
 * for, and that do not demand another sign-on.
 */
async function administeredOrganizations({ sql, userId, caller, deps }: SitesContext): Promise<Member[]> {
  const { rows } = await raw<Member>`
    select m.id as "id", m.organization_id as "organizationId", m.user_id as "userId", m.role, m.disabled, o.sso,
      o.state->>'samlProvider' as "samlProvider"
    from member m join organization o on o.id = m.organization_id
    where m.user_id = ${userId} and m.role = 'admin' and not m.disabled`.execute(sql)
  return rows.filter(
    (member) =>
      !deps.isBarred(member.id) && !isLimited(caller, member.organizationId) && !lacksSingleSignOn(member, caller.kind),
  )
}

/** Returns the ids of the organizations that the caller administers. */
export const administeredIds = async (context: SitesContext): Promise<string[]> =>
  (await administeredOrganizations(context)).map(({ organizationId }) => organizationId)

/** The memberships by which a caller sees installations; `all` for the token of an integration, which sees all of its own. */
export type InstallationViewers = readonly Member[] | 'all'

/** Returns the viewers of installations in all organizations. */
export const viewersOf = async (context: SitesContext): Promise<InstallationViewers> =>
  context.caller.kind === 'integration' ? 'all' : administeredOrganizations(context)

/** Returns the viewers of the installation of a path, which the rule of the operation has admitted. */
export const viewersOfPath = ({ caller, access }: SitesContext): InstallationViewers =>
  caller.kind === 'integration' ? 'all' : [access.member]

/** Returns the ids of the organizations that viewers see; undefined without a limit. */
export const organizationsOf = (viewers: InstallationViewers): string[] | undefined =>
  viewers === 'all' ? undefined : viewers.map(({ organizationId }) => organizationId)
