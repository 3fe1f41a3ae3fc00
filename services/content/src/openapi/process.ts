import { openApiSpecBytes } from '@quire/contracts'
import { type Bus, type Logger, type Loop, type Metrics, type OutboundAllow, startClaimedWork } from '@quire/kit'
import type { Sql } from '../database.ts'
import type { OpenApiConfig } from './config.ts'
import { processedMetric } from './metrics.ts'
import { BadSpecification, problem } from './problems.ts'
import { openSpecificationReader } from './reader.ts'
import { type Failure, recordFailure, recordReading } from './record.ts'
import { BadSource, type ReadSource, readSource, type Source } from './sources.ts'
import { dueClaims, givenClaims, type TakenSpec } from './waiting.ts'

interface ProcessingParts {
  config: OpenApiConfig & { OUTBOUND_ALLOW: OutboundAllow }
  sql: () => Sql
  bus: Bus
  now: () => Date
  metrics: Metrics
  log: Logger
}

/** The subject on which processes say the id of a specification that they have processed. */
export const processedSubject = 'openapi-processed'

/** Of those that were given, and of those that are looked at again. */
const atOnce = 2
/** How often it is looked which addresses are due. */
const dueEveryMs = 60_000
/** A specification that fails so often without a reason of its own has failed. */
const mostAttempts = 8

/**
 * Processes what specifications were given, and looks at their addresses again from time to time, as long as the service
 * runs. What is processed is a claimed row (docs/adr/0057), so it survives the process.
 */
export function startProcessing({ config, sql, bus, now, metrics, log }: ProcessingParts): Loop {
  const reader = openSpecificationReader(config, log)
  const count = processedMetric(metrics)
  const parts = { allow: config.OUTBOUND_ALLOW, read: reader.read, mostBytes: openApiSpecBytes }
  const record = { sql, now, refreshEverySeconds: config.OPENAPI_REFRESH_EVERY }

  async function work(spec: TakenSpec, signal: AbortSignal): Promise<void> {
    const source = await sourceOf(sql(), spec)
    const outcome = source && (await outcomeOf(spec, () => readSource(parts, source, signal)))
    if (!outcome) return
    const failure = 'code' in outcome ? outcome : await recordReading(record, spec, outcome)
    if (failure) await recordFailure(record, spec, failure)
    count(failure?.code ?? ('isKnown' in outcome ? 'unchanged' : 'read'))
    bus.connection.publish(bus.subject(processedSubject), spec.id)
  }

  const given = startClaimedWork({ name: 'OpenAPI specifications', claims: givenClaims(sql), atOnce, log, work })
  const due = startClaimedWork({
    name: 'OpenAPI addresses',
    claims: dueClaims(sql),
    atOnce,
    everyMs: dueEveryMs,
    log,
    work,
  })
  return {
    wake() {
      given.wake()
      due.wake()
    },
    async stop() {
      await Promise.all([given.stop(), due.stop()])
      await reader.stop()
    },
  }
}

/** Where a specification comes from; undefined where it was taken away. What was given is in progress from then on. */
async function sourceOf(sql: Sql, { id, claim, processing_state, source_url, source_etag }: TakenSpec) {
  if (processing_state !== 'complete') {
    const { numUpdatedRows } = await sql
      .updateTable('openapi_spec')
      .set({ processing_state: 'progress' })
      .where('id', '=', id)
      .where('claim', '=', claim)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return undefined
  }
  if (source_url !== null) return { url: source_url, knownEtag: source_etag } satisfies Source
  const found = await sql.selectFrom('openapi_text').select('text').where('spec_id', '=', id).executeTakeFirst()
  return found satisfies Source | undefined
}

/** What is wrong with a specification is an outcome; anything else is thrown, to be tried again. */
async function outcomeOf(spec: TakenSpec, read: () => Promise<ReadSource>): Promise<ReadSource | Failure> {
  if (spec.attempts > mostAttempts)
    return failureOf([problem('INTERNAL', 'The specification could not be processed: publish it again')])
  try {
    return await read()
  } catch (error) {
    if (error instanceof BadSource) return failureOf(error.problems)
    if (error instanceof BadSpecification) return failureOf([problem(error.code, error.message)])
    throw error
  }
}

function failureOf(problems: Failure['problems']): Failure {
  const [first] = problems
  const code = first?.code === 'FETCH_TIMEOUT' || first?.code === 'FETCH_ERROR' ? first.code : 'PARSE_ERROR'
  return { code, problems }
}
