import { newId } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { hasRoomForBytes, lockSpecsOf, noRoomForBytes, specLimits, weighSpec } from './limits.ts'
import type { OpenApiTables } from './openapi.tables.ts'
import { problem, type SpecificationProblem } from './problems.ts'
import type { ReadSpecification } from './read-specification.ts'
import type { ReadSource } from './sources.ts'
import type { TakenSpec } from './waiting.ts'

interface Recording {
  sql: () => Sql
  now: () => Date
  /** 0: addresses are never looked at again. */
  refreshEverySeconds: number
}

/** Why a specification could not be read. */
export interface Failure {
  code: NonNullable<OpenApiTables['openapi_spec']['error_code']>
  problems: SpecificationProblem[]
}

const mostProblems = 50

/** Keeps why a specification could not be read; its last version stays. */
export async function recordFailure(recording: Recording, spec: TakenSpec, { code, problems }: Failure): Promise<void> {
  const errors = JSON.stringify(problems.slice(0, mostProblems))
  await ended(recording.sql(), recording, spec)
    .set({ error_code: code, errors, error_count: problems.length, source_etag: null })
    .execute()
}

/** Thrown where the organization has no room for a version: nothing of it stays. */
class NoRoom extends Error {}

/**
 * Makes what was read the specification's version, unless the last one says the same. Nothing is written where the
 * specification was taken away meanwhile: given another source, or deleted. Answers the failure where there is no room.
 */
export async function recordReading(
  recording: Recording,
  spec: TakenSpec,
  reading: ReadSource,
): Promise<Failure | undefined> {
  try {
    await recording
      .sql()
      .transaction()
      .execute((sql) => record(sql, recording, spec, reading))
    return undefined
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error
    return { code: 'PARSE_ERROR', problems: [problem('NO_ROOM', noRoomForBytes)] }
  }
}

async function record(sql: Sql, recording: Recording, spec: TakenSpec, reading: ReadSource): Promise<void> {
  await lockSpecsOf(sql, spec.organization_id)
  const good = { error_code: null, errors: null, error_count: 0 }
  const etag = 'isKnown' in reading ? {} : { source_etag: reading.etag || null }
  const row = await ended(sql, recording, spec)
    .set({ ...good, ...etag })
    .returning('last_version')
    .executeTakeFirst()
  if (!row || 'isKnown' in reading) return
  if (reading.hash === (await hashOf(sql, row.last_version))) return
  await addVersion(sql, spec.id, { ...reading, now: recording.now() })
  if (await fits(sql, spec, specLimits.versionBytes)) return
  // Its history makes room for what it says now.
  if (!(await fits(sql, spec, 0))) throw new NoRoom()
}

/** Forgets versions beyond so many bytes; whether the organization has room for what is left. */
async function fits(sql: Sql, { id, organization_id }: TakenSpec, versionBytes: number): Promise<boolean> {
  await forgetOldVersions(sql, id, versionBytes)
  await weighSpec(sql, id)
  return hasRoomForBytes(sql, organization_id)
}

/** The row of a specification that is still taken, given back as processed. */
function ended(sql: Sql, { now, refreshEverySeconds }: Recording, { id, claim, source_url }: TakenSpec) {
  const refreshes = source_url !== null && refreshEverySeconds > 0
  return sql
    .updateTable('openapi_spec')
    .set({
      processing_state: 'complete',
      last_processed_at: now(),
      refresh_at: refreshes ? nextLook(refreshEverySeconds) : null,
      claim: null,
      claimed_until: null,
      attempts: 0,
    })
    .where('id', '=', id)
    .where('claim', '=', claim)
}

/** Those that were given at the same time are not looked at at the same time for ever. */
const nextLook = (seconds: number): RawBuilder<Date> =>
  raw`now() + make_interval(secs => ${seconds}::float8 * (0.9 + 0.2 * random()))`

async function hashOf(sql: Sql, versionId: string | null): Promise<string | undefined> {
  if (versionId === null) return undefined
  const row = await sql.selectFrom('openapi_version').select('hash').where('id', '=', versionId).executeTakeFirst()
  return row?.hash
}

type NewVersion = ReadSpecification & { text: string; now: Date }

async function addVersion(sql: Sql, specId: string, { json, hash, format, text, now }: NewVersion): Promise<void> {
  const id = newId()
  const content = { spec_id: specId, hash, document: json, bytes: Buffer.byteLength(json), raw: text, format }
  await sql
    .insertInto('openapi_content')
    .values(content)
    .onConflict((on) => on.columns(['spec_id', 'hash']).doUpdateSet({ raw: text, format }))
    .execute()
  await sql.insertInto('openapi_version').values({ id, spec_id: specId, hash, created_at: now }).execute()
  await sql.updateTable('openapi_spec').set({ last_version: id, updated_at: now }).where('id', '=', specId).execute()
}

/**
 * Keeps the newest versions: so many as one specification may have, and as fit into so many bytes, but always the latest.
 * Versions that say the same weigh once.
 */
async function forgetOldVersions(sql: Sql, specId: string, mostBytes: number): Promise<void> {
  const { rows: old } = await raw`
    with weighed as (
      select version.id, content.bytes + octet_length(content.raw) as bytes,
        row_number() over (partition by version.hash order by version.id desc) = 1 as is_newest
      from openapi_version version left join openapi_content content using (spec_id, hash)
      where version.spec_id = ${specId}
    ), placed as (
      select id, row_number() over newest as place, sum(bytes) filter (where is_newest) over newest as bytes
      from weighed window newest as (order by id desc)
    )
    delete from openapi_version using placed
    where openapi_version.id = placed.id and place > 1
      and (place > ${specLimits.versions} or placed.bytes > ${mostBytes}::bigint)
    returning openapi_version.id`.execute(sql)
  if (old.length === 0) return
  const kept = sql.selectFrom('openapi_version').where('spec_id', '=', specId).select('hash')
  await sql.deleteFrom('openapi_content').where('spec_id', '=', specId).where('hash', 'not in', kept).execute()
}
