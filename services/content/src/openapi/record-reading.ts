import { newId } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { markReferencesTo } from '../storage/references/reference-spaces.ts'
import type { OpenApiTables, SpecificationProblem } from '../tables/openapi.tables.ts'
import type { ClaimedSpec } from './pending-specs.ts'
import { problem } from './problems.ts'
import type { SourceReading } from './read-source.ts'
import type { ReadSpecification } from './read-specification.ts'
import { byteExcess, lockSpecsOf, specLimits, updateSpecSize } from './spec-limits.ts'

interface RecordOptions {
  sql: () => Sql
  now: () => Date
  /** 0 means that addresses are never fetched again. */
  refreshEverySeconds: number
}

/** The reasons why a specification could not be read. */
export interface Failure {
  code: NonNullable<OpenApiTables['openapi_spec']['error_code']>
  problems: SpecificationProblem[]
}

const maxProblems = 50

/** Stores the reasons why a specification could not be read; its last version stays. */
export async function recordFailure(
  recording: RecordOptions,
  spec: ClaimedSpec,
  { code, problems }: Failure,
): Promise<void> {
  const errors = JSON.stringify(problems.slice(0, maxProblems))
  await finishProcessing(recording.sql(), recording, spec)
    .set({ error_code: code, errors, error_count: problems.length, source_etag: null })
    .execute()
}

/** Rolls back a version that does not fit into a quota; the message is for its readers. */
class QuotaExceeded extends Error {}

/**
 * Stores a reading as the specification's latest version, unless the last version has equal content. Writes nothing if
 * the claim was lost meanwhile, because the specification got another source or was deleted. Returns a failure if the
 * version does not fit into the organization's quota.
 */
export async function recordReading(
  recording: RecordOptions,
  spec: ClaimedSpec,
  reading: SourceReading,
): Promise<Failure | undefined> {
  try {
    await recording
      .sql()
      .transaction()
      .execute((sql) => record(sql, recording, spec, reading))
    return undefined
  } catch (error) {
    if (!(error instanceof QuotaExceeded)) throw error
    return { code: 'PARSE_ERROR', problems: [problem('NO_ROOM', error.message)] }
  }
}

async function record(sql: Sql, recording: RecordOptions, spec: ClaimedSpec, reading: SourceReading): Promise<void> {
  await lockSpecsOf(sql, spec)
  const good = { error_code: null, errors: null, error_count: 0 }
  const etag = 'isKnown' in reading ? {} : { source_etag: reading.etag || null }
  const row = await finishProcessing(sql, recording, spec)
    .set({ ...good, ...etag })
    .returning('last_version')
    .executeTakeFirst()
  if (!row || 'isKnown' in reading) return
  if (reading.hash === (await hashOf(sql, row.last_version))) return
  await addVersion(sql, spec.id, { ...reading, now: recording.now() })
  await markReferencesTo(sql, spec.organization_id, spec.slug)
  if ((await excessAfterTrimming(sql, spec, specLimits.versionBytes)) === undefined) return
  // Older versions are deleted in favour of the new one.
  const excess = await excessAfterTrimming(sql, spec, 0)
  if (excess !== undefined) throw new QuotaExceeded(excess)
}

/** Deletes versions beyond `versionBytes`. Returns the reason why the rest does not fit into a quota, if it does not. */
async function excessAfterTrimming(sql: Sql, spec: ClaimedSpec, versionBytes: number): Promise<string | undefined> {
  await deleteOldVersions(sql, spec.id, versionBytes)
  await updateSpecSize(sql, spec.id)
  return byteExcess(sql, spec)
}

/** Updates the row of a specification to processed and releases its claim, if the claim is still held. */
function finishProcessing(
  sql: Sql,
  { now, refreshEverySeconds }: RecordOptions,
  { id, claim, source_url }: ClaimedSpec,
) {
  const refreshes = source_url !== null && refreshEverySeconds > 0
  return sql
    .updateTable('openapi_spec')
    .set({
      processing_state: 'complete',
      last_processed_at: now(),
      is_due: false,
      refresh_at: refreshes ? nextRefresh(refreshEverySeconds) : null,
      claim: null,
      claimed_until: null,
      attempts: 0,
    })
    .where('id', '=', id)
    .where('claim', '=', claim)
}

/** Jitter spreads the refreshes of specifications that were created at the same time. */
const nextRefresh = (seconds: number): RawBuilder<Date> =>
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
 * Deletes all but the newest versions: at most as many as one specification may have, and as fit into `maxBytes`, but
 * always the latest. Versions of equal content are counted once in the bytes.
 */
async function deleteOldVersions(sql: Sql, specId: string, maxBytes: number): Promise<void> {
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
      and (place > ${specLimits.versions} or placed.bytes > ${maxBytes}::bigint)
    returning openapi_version.id`.execute(sql)
  if (old.length === 0) return
  const remaining = sql.selectFrom('openapi_version').where('spec_id', '=', specId).select('hash')
  await sql.deleteFrom('openapi_content').where('spec_id', '=', specId).where('hash', 'not in', remaining).execute()
}
