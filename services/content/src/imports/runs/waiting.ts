import { setTimeout } from 'node:timers/promises'
import { conflict, notFound, type Position, Refusal, unavailable } from '@quire/kit'
import type { Sql } from '../../database.ts'
import type { RunEnds } from './ends.ts'
import { type ImportRunRow, isUnderWay } from './runs.tables.ts'

/** How long after its commit the end of a run is told at the latest, if nothing is wrong. */
const tellsWithinMs = 500
/** How often a waiting caller looks for an end that was not told. */
const lookEveryMs = 5000

interface Wait {
  sql: Sql
  ends: RunEnds
  patienceMs: number
  /** Aborts when the caller has gone. */
  signal: AbortSignal
}

interface EndedRun {
  run: ImportRunRow
  /** Where its events are in the stream, if that was told. */
  position: Position | undefined
}

/** Waits for a run to complete. Throws what it was refused with, or 503 where that takes too long. */
export async function untilCompleted(wait: Wait, id: string): Promise<EndedRun & { revision: string }> {
  const ended = await untilEnded(wait, id)
  if (!ended) throw unavailable(`The import goes on: watch import run ${id}.`, 30)
  const { status, refusal, reason, revision } = ended.run
  if (status === 'completed' && revision !== null) return { ...ended, revision }
  if (status === 'cancelled') throw conflict('The import was cancelled.')
  if (refusal === null) throw new Error(`import run ${id} failed`)
  throw new Refusal(refusal, reason ?? '', refusal === 503 ? { 'Retry-After': '10' } : {})
}

async function untilEnded({ sql, ends, patienceMs, signal }: Wait, id: string): Promise<EndedRun | undefined> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  for (let position: Position | undefined; ; ) {
    const told = ends.next(id, AbortSignal.any([over, AbortSignal.timeout(lookEveryMs)]))
    const run = await sql.selectFrom('import_run').selectAll().where('id', '=', id).executeTakeFirst()
    if (!run) throw notFound('The import')
    if (!isUnderWay(run)) {
      position ??= (await Promise.race([told, setTimeout(tellsWithinMs)]))?.position
      return { run, position }
    }
    position = (await told)?.position
    signal.throwIfAborted()
    if (over.aborted) return undefined
  }
}
