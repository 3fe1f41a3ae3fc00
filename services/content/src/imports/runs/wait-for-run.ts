import { setTimeout } from 'node:timers/promises'
import { conflict, notFound, type Position, Refusal, unavailable } from '@quire/kit'
import type { Sql } from '../../database.ts'
import { type ImportRunRow, isUnderWay } from '../../tables/runs.tables.ts'
import type { RunEnds } from './run-ends.ts'

/** Time within which the end of a run is normally published after its commit. */
const publishesWithinMs = 500
/** Interval at which a waiting caller polls for an end that it did not receive. */
const pollEveryMs = 5000

interface Wait {
  sql: Sql
  ends: RunEnds
  timeoutMs: number
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

interface EndedRun {
  run: ImportRunRow
  /** Position of the run's events in the stream, if it was received. */
  position: Position | undefined
}

/** Waits for a run to complete. Throws the Refusal that it failed with, or 503 after the timeout. */
export async function untilCompleted(wait: Wait, id: string): Promise<EndedRun & { revision: string }> {
  const ended = await untilEnded(wait, id)
  if (!ended) throw unavailable(`The import goes on: watch import run ${id}.`, 30)
  const { status, refusal, reason, revision } = ended.run
  if (status === 'completed' && revision !== null) return { ...ended, revision }
  if (status === 'cancelled') throw conflict('The import was cancelled.')
  if (refusal === null) throw new Error(`import run ${id} failed`)
  throw new Refusal(refusal, reason ?? '', refusal === 503 ? { 'Retry-After': '10' } : {})
}

async function untilEnded({ sql, ends, timeoutMs, signal }: Wait, id: string): Promise<EndedRun | undefined> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  for (let position: Position | undefined; ; ) {
    const received = ends.next(id, AbortSignal.any([over, AbortSignal.timeout(pollEveryMs)]))
    const run = await sql.selectFrom('import_run').selectAll().where('id', '=', id).executeTakeFirst()
    if (!run) throw notFound('The import')
    if (!isUnderWay(run)) {
      position ??= (await Promise.race([received, setTimeout(publishesWithinMs)]))?.position
      return { run, position }
    }
    position = (await received)?.position
    signal.throwIfAborted()
    if (over.aborted) return undefined
  }
}
