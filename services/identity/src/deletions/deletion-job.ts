import { type DeletedOrganizations, deletedOrganizationsSubject, PurgeReport } from '@quire/contracts'
import {
  anyOf,
  collector,
  type Foundation,
  hasOutlivedOthers,
  inSteps,
  type Loop,
  type Position,
  startLoop,
  whileAlone,
  writeOutbox,
} from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'
import { emitDeletion } from './delete-organization.ts'
import { hasMoreOf, purgeOrganization } from './purge-organization.ts'

type Sql = Kysely<Tables>

interface DeletionParts extends Pick<Foundation, 'bus' | 'publisher' | 'positions' | 'log'> {
  sql: () => Sql
  /** False if nothing streams audit events. */
  isStreamed: boolean
}

/** Advisory lock of the one replica that works on deletions. */
const deletionsLock = 0x6f_72_67_64
/** A command deletes in another process and waits for its deletion to be in force, so looks are frequent; each costs one read. */
const everyMs = 1000
const appliedWithinMs = 5000
/** The services in which access to an organization ends by its event. */
const readers = ['content', 'sites', 'ai']

/** Deletes what identity has of deleted organizations, and answers the other services, which do the same with theirs. */
export function startDeletions(parts: DeletionParts): Loop {
  answerServices(parts)
  return startLoop({ name: 'deleted organizations', everyMs, log: parts.log }, async (signal) => {
    if ((await unfinished(parts.sql())).length === 0) return
    await whileAlone(parts.sql(), deletionsLock, async (sql) => {
      for (const row of await unfinished(sql)) {
        signal.throwIfAborted()
        if (row.in_force_at === null) await enforce(sql, parts, row.id)
        if (row.identity_purged_at === null) await purgeHere(sql, parts, row.id, signal)
      }
    })
  })
}

const unfinished = (sql: Sql) =>
  sql
    .selectFrom('deleted_organization')
    .selectAll()
    .where((row) => row.or([row('in_force_at', 'is', null), row('identity_purged_at', 'is', null)]))
    .orderBy('id')
    .limit(100)
    .execute()

/**
 * Publishes the deletion once more, and notes that it is in force when every service has applied it: a command's own events
 * are published by the relay, and nobody else waits for them.
 */
async function enforce(sql: Sql, parts: DeletionParts, id: string): Promise<void> {
  if (!parts.bus.isAnswering()) return
  const position = await publishAgain(sql, parts, id)
  if (!position) return
  const areThere = await Promise.all(
    readers.map((one) => parts.positions.appliedIfAlive(one, position, appliedWithinMs)),
  )
  if (areThere.includes(false)) return
  await sql.updateTable('deleted_organization').set({ in_force_at: new Date() }).where('id', '=', id).execute()
}

async function publishAgain(sql: Sql, { publisher }: DeletionParts, id: string): Promise<Position | undefined> {
  const { rows, emit } = collector()
  await sql.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('deleted_organization')
      .set((set) => ({ version: set('version', '+', 1), organization_version: set('organization_version', '+', 1) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    emitDeletion(emit, row)
    await writeOutbox(transaction as never, rows)
  })
  return publisher.publish(rows)
}

/** A request that began earlier may still add something: the purge is over once none is left and nothing is found. */
async function purgeHere(sql: Sql, parts: DeletionParts, id: string, signal: AbortSignal): Promise<void> {
  const { publisher, isStreamed } = parts
  const isAlone = await hasOutlivedOthers(sql, 'deleted_organization', id)
  await purgeOrganization(inSteps<Tables>(sql, { publisher, signal }), { id, isStreamed })
  if (!isAlone || (await hasMoreOf(sql, { id, isStreamed: false }))) return
  await sql.updateTable('deleted_organization').set({ identity_purged_at: new Date() }).where('id', '=', id).execute()
}

/** Deletions of this age are named to services that have reported them too: something may have come late there. */
const namedFor = '7 days'
/** Organizations of one answer: all that the service may ask about, and as many others. */
const maxNamed = 2000

/** Answers which organizations are deleted, out of the present database, and notes what services report. */
function answerServices({ bus, sql, log }: DeletionParts): void {
  bus.connection.subscribe(bus.subject(deletedOrganizationsSubject), {
    queue: 'identity',
    callback: (error, message) => {
      if (error) return
      answer(sql(), PurgeReport.parse(message.json())).then(
        (deleted) => message.respond(JSON.stringify({ deleted } satisfies DeletedOrganizations)),
        (failure: unknown) => log.warn({ err: failure }, 'a service was not told which organizations are deleted'),
      )
    },
  })
}

/**
 * Returns the deleted organizations that the service has to hear of. All of `known` that are deleted are among them, however
 * many there are: the service takes the others back. Deletions that it has not reported come before those that it has.
 */
async function answer(sql: Sql, { service, purged, known }: PurgeReport): Promise<string[]> {
  const column = `${service}_purged_at` as const
  if (purged.length > 0)
    await sql
      .updateTable('deleted_organization')
      .set({ [column]: new Date() })
      .where('id', '=', anyOf(purged))
      .where(column, 'is', null)
      .execute()
  const rows = await sql
    .selectFrom('deleted_organization')
    .select('id')
    .where((row) =>
      row.or([
        row(column, 'is', null),
        row('id', '=', anyOf(known)),
        raw<boolean>`deleted_at > now() - interval '${raw.raw(namedFor)}'`,
      ]),
    )
    .orderBy((row) => row('id', '=', anyOf(known)), 'desc')
    .orderBy((row) => row(column, 'is', null), 'desc')
    .orderBy('id')
    .limit(maxNamed)
    .execute()
  return rows.map(({ id }) => id)
}
