import { openApiSpecBytes } from '@quire/contracts'
import {
  type Bus,
  createGroupSemaphore,
  type Logger,
  type Loop,
  type Metrics,
  type OutboundAllow,
  startClaimedWork,
  unavailable,
} from '@quire/kit'
import { Ended, openThreads } from '@quire/kit/threads'
import { Counter } from 'prom-client'
import type { Sql } from '../database.ts'
import type { OpenApiConfig } from './config.ts'
import { atOnce, type ClaimedSpec, dueClaims, pendingClaims } from './pending-specs.ts'
import { BadSpecification, problem } from './problems.ts'
import { BadSource, readSource, type Source, type SourceReading } from './read-source.ts'
import type { SpecificationOutcome, SpecificationTexts } from './read-specification.ts'
import { type Failure, recordFailure, recordReading } from './record-reading.ts'

interface ProcessingOptions {
  config: OpenApiConfig & { OUTBOUND_ALLOW: OutboundAllow }
  sql: () => Sql
  bus: Bus
  now: () => Date
  metrics: Metrics
  log: Logger
  /** Called when a specification may have a new version. */
  onVersion: () => void
}

/** The subject on which processes publish the ids of processed specifications. */
export const processedSubject = 'openapi-processed'

/** Interval at which due addresses are looked up. */
const dueEveryMs = 60_000
/** Attempts after which a specification that fails for internal reasons is marked as failed. */
const maxAttempts = 8

/**
 * Processes new sources of specifications and refreshes their addresses from time to time, as long as the service runs.
 * Work is a claimed row (docs/adr/0011), so it survives the process.
 */
export function startProcessing({ config, sql, bus, now, metrics, log, onVersion }: ProcessingOptions): Loop {
  const reader = openSpecificationReader(config, log)
  const count = processedMetric(metrics)
  const parts = { allow: config.OUTBOUND_ALLOW, read: reader.read, maxBytes: openApiSpecBytes }
  const record = { sql, now, refreshEverySeconds: config.OPENAPI_REFRESH_EVERY }

  async function work(spec: ClaimedSpec, signal: AbortSignal): Promise<void> {
    const source = await sourceOf(sql(), spec)
    const outcome = source && (await outcomeOf(spec, () => readSource(parts, source, signal)))
    if (!outcome) return
    const failure = 'code' in outcome ? outcome : await recordReading(record, spec, outcome)
    if (failure) await recordFailure(record, spec, failure)
    count(failure?.code ?? ('isKnown' in outcome ? 'unchanged' : 'read'))
    onVersion()
    bus.connection.publish(bus.subject(processedSubject), spec.id)
  }

  const pending = startClaimedWork({
    name: 'OpenAPI specifications',
    claims: pendingClaims(sql),
    concurrency: atOnce,
    log,
    work,
  })
  const due = startClaimedWork({
    name: 'OpenAPI addresses',
    claims: dueClaims(sql),
    concurrency: atOnce,
    everyMs: dueEveryMs,
    log,
    work,
  })
  return {
    wake() {
      pending.wake()
      due.wake()
    },
    async stop() {
      await Promise.all([pending.stop(), due.stop()])
      await reader.stop()
    },
  }
}

/** Returns the source of a specification and marks a new one as in progress; undefined if its claim was lost. */
async function sourceOf(sql: Sql, { id, claim, processing_state, source_url, source_etag }: ClaimedSpec) {
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

/** Returns problems of the specification as an outcome; throws any other error, so that the work is retried. */
async function outcomeOf(spec: ClaimedSpec, read: () => Promise<SourceReading>): Promise<SourceReading | Failure> {
  if (spec.attempts > maxAttempts)
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

/** Counts processed specifications by outcome. */
function processedMetric({ registry }: Pick<Metrics, 'registry'>) {
  const processed = new Counter({
    name: 'quire_openapi_processed_total',
    help: 'OpenAPI specifications processed, by outcome: read, unchanged, FETCH_TIMEOUT, FETCH_ERROR, PARSE_ERROR',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome: string) => processed.inc({ outcome })
}

/**
 * Reads specifications in a separate thread, one after the other: neither requests nor the parsing of pages wait for
 * it, and its libraries are not loaded into the main thread.
 */
export function openSpecificationReader(config: OpenApiConfig, log: Logger) {
  const failed = (error: unknown) => log.error({ err: error }, 'the thread that reads OpenAPI specifications failed')
  const threads = openThreads<SpecificationTexts, SpecificationOutcome>(
    { module: new URL('./thread.ts', import.meta.url).href, maxThreads: 1, memoryMb: config.OPENAPI_MEMORY_MB },
    failed,
  )
  // The thread's own queue has a timeout, which is meant for the start of the thread.
  const inTurn = createGroupSemaphore({
    permits: 1,
    permitsPerGroup: 1,
    timeoutMs: undefined,
    refusal: () => unavailable('The thread that reads OpenAPI specifications is busy.'),
  })
  return {
    async read(texts: SpecificationTexts, signal: AbortSignal): Promise<SpecificationOutcome> {
      try {
        const terms = { signal, timeoutMs: config.OPENAPI_TIMEOUT_MS }
        return await inTurn('specifications', signal, () => threads.work(texts, terms))
      } catch (error) {
        if (!(error instanceof Ended) || error.reason === 'death') throw error
        log.warn({ reason: error.reason }, 'an OpenAPI specification could not be read')
        const excess =
          error.reason === 'deadline' ? `longer than ${config.OPENAPI_TIMEOUT_MS / 1000} s` : 'too much memory'
        return { problems: [problem('TOO_COMPLEX', `Reading the specification takes ${excess}: split it`)] }
      }
    },
    stop: () => threads.close(),
  }
}
