import { type Logger, Refusal } from '@quire/kit'
import type { ClaimedRun } from '../../tables/runs.tables.ts'
import type { PerformDependencies } from './perform-run.ts'

/** Marks a run as failed, with the reason of a Refusal; the details of other errors are only logged. */
export async function failRun(
  { jobSql, deps }: PerformDependencies,
  { id, claim }: ClaimedRun,
  error: unknown,
  log: Logger,
): Promise<void> {
  const refusal = error instanceof Refusal ? error : undefined
  if (!refusal) log.error({ err: error, id }, 'an import failed')
  await jobSql()
    .updateTable('import_run')
    .set({
      status: 'failed',
      refusal: refusal?.status ?? null,
      reason: refusal?.message ?? `Something went wrong on our side; the log has it under import run ${id}.`,
      updated_at: deps.now(),
      claim: null,
      claimed_until: null,
    })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()
}
