import { actingOnSpace } from '@quire/access'
import { conflict, type Position, readUntil } from '@quire/kit'
import type { Sql } from '../../database.ts'
import { announced } from '../../revisions/unnamed.ts'
import { openBase } from '../base.ts'
import type { ImportPlan } from '../plan.ts'
import { writeImport } from '../write-import.ts'
import { type CommitDependencies, commitRun } from './commit.ts'
import type { ClaimedRun } from './runs.tables.ts'
import { asker } from './runs.tables.ts'
import { sourceOf } from './source.ts'

/** How often an import is put to what the target has become meanwhile. */
const mostBases = 10

export interface PerformDependencies extends CommitDependencies {
  /** For what has to be written when the run is given up, too. */
  jobSql: () => Sql
}

/**
 * Performs a run, to its completion. Where the target moves on meanwhile, the import is put to what it has become. Throws
 * what the run is refused with. Nothing of it is to be seen before it is complete.
 */
export async function performRun(
  performing: PerformDependencies,
  run: ClaimedRun,
  { signal, progress }: { signal: AbortSignal; progress: Parameters<typeof sourceOf>[2] },
): Promise<Position | undefined> {
  const { database, deps, jobSql } = performing
  const sql = readUntil(signal, database) as unknown as Sql
  const place = { spaceId: run.space_id, organizationId: run.organization_id, role: 'edit' as const }
  await actingOnSpace(sql, asker(run), place, deps)
  const first = await openBase({ sql, deps }, run)
  return announced(jobSql(), first.revision.store, async (writing) => {
    const read = sourceOf({ sql, deps }, run, progress)
    let plan: ImportPlan | undefined
    for (let bases = 1; bases <= mostBases; bases += 1) {
      const base = await openBase({ sql, deps }, run)
      const written = await writeImport({ sql, deps, read, signal }, base, plan)
      plan = written.plan
      const committed = await commitRun(performing, run, { ...written, writing }, signal)
      if (committed) return committed.position
    }
    throw conflict('The content kept changing while the import was written: import again.')
  })
}
