import type { GitRunState } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Writer } from '../../database.ts'
import type { ClaimedRun } from '../../tables/runs.tables.ts'
import type { StoredGitSync } from '../../tables/spaces.entity.ts'
import { changeSpace } from './spaces.state.ts'

type Run = Pick<ClaimedRun, 'id' | 'git' | 'space_id'>

/** True for a run that brings a space and a repository together; one beside the live content does not. */
const isSynchronization = ({ git }: Run) => git !== null && !git.standalone && git.preview === undefined

/**
 * Records the state of a synchronization with its space, in the transaction that changes the run: the event of the space
 * has it, so that whoever follows the stream learns of its start and of its end. An end without a revision, and a start,
 * name the live one. A state that is recorded already changes nothing, nor does a space that was purged.
 */
export async function recordGitRun(
  writer: Writer,
  run: Run,
  { state, revision }: { state: GitRunState['state']; revision?: string },
): Promise<void> {
  if (!isSynchronization(run)) return
  const { sql } = writer
  const found = await sql
    .selectFrom('space')
    .innerJoin('import_run', 'import_run.space_id', 'space.id')
    .select(['space.git_sync', 'space.revision', 'import_run.git_commit'])
    .where('space.id', '=', run.space_id)
    .where('import_run.id', '=', run.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const last = found?.git_sync?.lastRun
  if (!found || (last?.id === run.id && (last.state === state || state === 'started'))) return
  const lastRun: GitRunState = {
    ...{ id: run.id, state, commitId: found.git_commit ?? '', revisionId: revision ?? found.revision },
  }
  const git_sync = raw<StoredGitSync>`coalesce(git_sync, '{}') || ${JSON.stringify({ lastRun })}::jsonb`
  await changeSpace(writer, run.space_id, { git_sync })
}
