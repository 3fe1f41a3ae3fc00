import { auditEventNouns, member, team, teamMember, token } from '@quire/contracts'
import { anyOf, type Step } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Tables, Writer } from '../database.ts'

/** Bounds the rows and events of one transaction. */
const atOnce = 500

interface PurgedOrganization {
  id: string
  /** False if nothing streams audit events, so that none waits for it. */
  isStreamed: boolean
}

/**
 * Deletes what is left here of a deleted organization, in small transactions. Accounts that its provider vouches for stay as
 * they are: an address needs another reason to be let in by mail (`mayEnter`), and becomes proved by that alone.
 */
export async function purgeOrganization(step: Step<Tables>, organization: PurgedOrganization): Promise<void> {
  const pieces = [
    removeMembers,
    removeTokens,
    removeTeams,
    removeMails,
    forgetMails,
    ...invitations.map(removeFrom),
    removeAuditEvents,
  ]
  for (const remove of pieces) while ((await step((writer) => remove(writer, organization))) === atOnce);
}

/** True while rows of the organization are left; memberships that ended are retained as revocations. */
export async function hasMoreOf(sql: Writer['sql'], { id, isStreamed }: PurgedOrganization): Promise<boolean> {
  const of = (table: string, more = raw`true`) =>
    raw`exists (select from ${raw.table(table)} where organization_id = ${id} and ${more})`
  const tables = ['member', 'token', 'team', 'invitation_mail', 'notification_mail', ...invitations].map((table) =>
    of(table),
  )
  const { rows } = await raw<{ more: boolean }>`
    select ${raw.join([...tables, of('audit_event', mayGo(isStreamed))], raw` or `)} as more`.execute(sql)
  return rows[0]?.more === true
}

const invitations = ['pending_invite', 'link_invite', 'saml_provider', 'sign_in_link'] as const

/** Ends memberships with their tokens and sign-ins, and their parts in teams. */
async function removeMembers({ sql, emit }: Writer, { id: organizationId }: PurgedOrganization): Promise<number> {
  const rows = await sql
    .selectFrom('member')
    .select(['id', 'user_id', 'version'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .limit(atOnce)
    .forUpdate()
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const parts = await sql.deleteFrom('team_member').where('member_id', '=', anyOf(ids)).returningAll().execute()
  for (const { team_id, member_id, version } of parts)
    emit(teamMember.removed, { key: `${team_id}.${member_id}`, version: version + 1 })
  await sql
    .insertInto('removed_member')
    .values(rows.map(({ id, user_id }) => ({ id, organization_id: organizationId, user_id })))
    .execute()
  await sql.deleteFrom('sign_in_code').where('member_id', '=', anyOf(ids)).execute()
  await sql.deleteFrom('member').where('id', '=', anyOf(ids)).execute()
  for (const { id, version } of rows) emit(member.removed, { key: id, version: version + 1 })
  const tokens = await sql
    .updateTable('token')
    .set({ revoked_at: new Date() })
    .where('member_id', '=', anyOf(ids))
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of tokens) emit(token.removed, { key: id, version: 1 })
  return rows.length
}

/**
 * Revokes the tokens of the provider of identities, and ends permissions of programs. Their rows stay until they would have
 * expired, and name nothing.
 */
async function removeTokens({ sql, emit }: Writer, { id: organizationId }: PurgedOrganization): Promise<number> {
  const rows = await sql
    .updateTable('token')
    .set((set) => ({ revoked_at: set.fn.coalesce('revoked_at', raw<Date>`now()`), organization_id: null }))
    .where('id', 'in', (some) =>
      some.selectFrom('token').select('id').where('organization_id', '=', organizationId).limit(atOnce),
    )
    .returning('id')
    .execute()
  for (const { id } of rows) emit(token.removed, { key: id, version: 1 })
  await sql
    .deleteFrom('program')
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
  return rows.length
}

async function removeTeams({ sql, emit }: Writer, { id: organizationId }: PurgedOrganization): Promise<number> {
  const rows = await sql
    .deleteFrom('team')
    .where('id', 'in', (some) =>
      some.selectFrom('team').select('id').where('organization_id', '=', organizationId).limit(atOnce),
    )
    .returning(['id', 'version'])
    .execute()
  for (const { id, version } of rows) emit(team.removed, { key: id, version: version + 1 })
  return rows.length
}

/** Deletes the mails of invitations, sent or not. */
async function removeMails({ sql }: Writer, { id: organizationId }: PurgedOrganization): Promise<number> {
  const rows = await sql
    .deleteFrom('invitation_mail')
    .where('id', 'in', (some) =>
      some.selectFrom('invitation_mail').select('id').where('organization_id', '=', organizationId).limit(atOnce),
    )
    .returning('id')
    .execute()
  await sql
    .deleteFrom('mail')
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
  return rows.length
}

/** Lets the mails of notifications name no organization; they go on counting for the people who got them. */
async function forgetMails({ sql }: Writer, { id: organizationId }: PurgedOrganization): Promise<number> {
  const rows = await sql
    .updateTable('notification_mail')
    .set({ organization_id: null })
    .where('id', 'in', (some) =>
      some.selectFrom('notification_mail').select('id').where('organization_id', '=', organizationId).limit(atOnce),
    )
    .returning('id')
    .execute()
  return rows.length
}

const removeFrom =
  (table: (typeof invitations)[number]) =>
  async ({ sql }: Writer, { id }: PurgedOrganization): Promise<number> => {
    const { numAffectedRows = 0n } = await raw`
      delete from ${raw.table(table)} where ctid = any(array(
        select ctid from ${raw.table(table)} where organization_id = ${id} limit ${raw.lit(atOnce)}))`.execute(sql)
    return Number(numAffectedRows)
  }

/** An event that waits to be streamed stays until then. */
const mayGo = (isStreamed: boolean): RawBuilder<unknown> => (isStreamed ? raw`streamed` : raw`true`)

/** Deletes audit events, with what the projector remembers of them. The deletion itself is recorded outside of organizations. */
async function removeAuditEvents({ sql }: Writer, { id, isStreamed }: PurgedOrganization): Promise<number> {
  const nouns = Object.values(auditEventNouns).map(({ name }) => name)
  const { rows } = await raw<{ deleted: number }>`
    with gone as (
      delete from audit_event where id in (
        select id from audit_event where organization_id = ${id} and ${mayGo(isStreamed)} limit ${raw.lit(atOnce)}
      ) returning id
    ), forgotten as (
      delete from projected where noun = any(${nouns}::text[]) and key in (select id from gone)
    )
    select count(*)::int as deleted from gone`.execute(sql)
  return rows[0]?.deleted ?? 0
}
