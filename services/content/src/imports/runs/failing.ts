import { type Logger, Refusal } from '@quire/kit'
import type { PerformDependencies } from './perform.ts'
import type { ClaimedRun } from './runs.tables.ts'

/** Ends a run that cannot be done: it says why, as far as that is for its caller to know. */
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
