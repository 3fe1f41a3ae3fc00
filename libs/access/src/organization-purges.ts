import { DeletedOrganizations, deletedOrganizationsSubject, type PurgeReport } from '@quire/contracts'
import { anyOf, type Bus, hasOutlivedOthers, type Logger, type Loop, startLoop, whileAlone } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { DeletedOrganizationTables } from './deleted-organizations.ts'
import type { MemberTables } from './tables.ts'

type PurgeTables = DeletedOrganizationTables & Pick<MemberTables, 'organization'>
type Sql = Kysely<PurgeTables>

interface PurgeParts<Tables extends PurgeTables> {
  service: PurgeReport['service']
  /** Of `Database.alone`: one connection is in use while identity and the storage are waited for. */
  sql: () => Kysely<Tables>
  bus: Bus
  /**
   * Deletes what the service has of an organization, in small transactions; a later call goes on where one was killed. Works on
   * the one connection that it gets, so that it ends with the lock.
   */
  purge: (sql: Kysely<Tables>, organizationId: string, signal: AbortSignal) => Promise<void>
  /** True while anything of the organization is left. */
  hasMore: (sql: Kysely<Tables>, organizationId: string) => Promise<boolean>
  log: Logger
}

/** Advisory lock of the one replica that purges organizations. */
const purgesLock = 0x6f_72_67_70
/** Time between the notice of a deletion and the purge, in which an identity that was restored withdraws it. */
const grace = '1 minute'
const everyMs = 60_000
/** The interval while a purge is under way or about to begin. */
const soonMs = 1000
const askTimeoutMs = 2000

/**
 * Deletes what this service has of deleted organizations (docs/adr/0064), as long as it runs. The rows are the jobs. Identity is
 * asked before each purge: only what its database says at that moment is deleted.
 */
export function startOrganizationPurges<Tables extends PurgeTables>(parts: PurgeParts<Tables>): Loop {
  const { service, bus, log } = parts
  let isSoon = false
  return startLoop(
    { name: `purge of organizations in ${service}`, everyMs: () => (isSoon ? soonMs : everyMs), log },
    async (signal) => {
      if (!bus.isAnswering()) return
      await whileAlone(parts.sql(), purgesLock, async (one) => {
        const sql = one as unknown as Sql
        let deleted = await askIdentity(sql, parts)
        for (const id of await dueOf(sql, deleted)) {
          signal.throwIfAborted()
          // The purge of another one may have taken long.
          deleted = await askIdentity(sql, parts)
          if (!deleted.includes(id)) continue
          await purgeOne(sql, {
            ...parts,
            id,
            signal,
            hasMore: () => parts.hasMore(one, id),
            purge: () => parts.purge(one, id, signal),
          })
        }
        await askIdentity(sql, parts)
        isSoon = await isUnfinished(sql, deleted)
      })
    },
  )
}

/**
 * Reports what is purged, and returns the organizations that identity says are deleted. Rows follow its answer: a process of an
 * earlier version may have passed over an event, and an identity that was restored may have lost a deletion.
 */
async function askIdentity(
  sql: Sql,
  { service, bus, log }: Pick<PurgeParts<PurgeTables>, 'service' | 'bus' | 'log'>,
): Promise<string[]> {
  const rows = await sql
    .selectFrom('deleted_organization')
    .select(['id', raw<boolean>`purged_at is not null and not is_reported`.as('isNew')])
    // Reported ones need no report again; an identity that was restored has lost the last deletions.
    .orderBy('isNew', 'desc')
    .orderBy('noticed_at', 'desc')
    .limit(1000)
    .execute()
  const known = rows.map(({ id }) => id)
  const report: PurgeReport = { service, known, purged: rows.filter(({ isNew }) => isNew).map(({ id }) => id) }
  const subject = bus.subject(deletedOrganizationsSubject)
  const reply = await bus.connection
    .request(subject, JSON.stringify(report), { timeout: askTimeoutMs })
    .catch((error: unknown) => void log.debug({ err: error }, 'identity does not say which organizations are deleted'))
  if (!reply) return []
  const { deleted } = DeletedOrganizations.parse(reply.json())
  await follow(sql, { deleted, report })
  return deleted
}

async function follow(sql: Sql, { deleted, report }: { deleted: string[]; report: PurgeReport }): Promise<void> {
  const { known, purged } = report
  const rows = (ids: string[]) => sql.updateTable('deleted_organization').where('id', '=', anyOf(ids))
  if (purged.length > 0) await rows(purged).set({ is_reported: true }).execute()
  const withdrawn = known.filter((id) => !deleted.includes(id))
  if (withdrawn.length > 0) await sql.deleteFrom('deleted_organization').where('id', '=', anyOf(withdrawn)).execute()
  const missed = deleted.filter((id) => !known.includes(id)).map((id) => ({ id }))
  if (missed.length > 0)
    await sql
      .insertInto('deleted_organization')
      .values(missed)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Of the deleted organizations, those whose purge may begin, and those that were purged: something may have come late. */
async function dueOf(sql: Sql, deleted: string[]): Promise<string[]> {
  const rows = await sql
    .selectFrom('deleted_organization')
    .select('id')
    .where('id', '=', anyOf(deleted))
    .where(raw<boolean>`noticed_at <= now() - interval '${raw.raw(grace)}'`)
    // Until its row is gone, members may still be admitted.
    .where(raw<boolean>`not exists (select from organization where organization.id = deleted_organization.id)`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

interface OnePurge {
  id: string
  purge: () => Promise<void>
  hasMore: () => Promise<boolean>
  signal: AbortSignal
  log: Logger
}

/**
 * Purges an organization. A request or job that began before the purge may still add something, so the purge is over only if
 * it found nothing although no such transaction was left when it looked. What a job adds later is found by the next turns.
 */
async function purgeOne(sql: Sql, { id, purge, hasMore, signal, log }: OnePurge): Promise<void> {
  const isAlone = await hasOutlivedOthers(sql, 'deleted_organization', id)
  if (await hasMore()) {
    await purge().catch((error: unknown) => {
      if (signal.aborted) throw error
      log.warn({ err: error, organization: id }, 'what is left of a deleted organization is left for the next turn')
    })
    if (await hasMore()) return
  }
  if (!isAlone) return
  const done = await sql
    .updateTable('deleted_organization')
    .set({ purged_at: raw<Date>`now()` })
    .where('id', '=', id)
    .where('purged_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (done) log.info({ organization: id }, 'purged a deleted organization')
}

async function isUnfinished(sql: Sql, deleted: string[]): Promise<boolean> {
  const row = await sql
    .selectFrom('deleted_organization')
    .select('id')
    .where('id', '=', anyOf(deleted))
    .where('purged_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
