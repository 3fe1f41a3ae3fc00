import { guardedPoster } from '@quire/kit'
import type { Sql } from '../../database.ts'
import type { GitRunNeeds } from '../git-task.ts'
import { remoteOf } from '../sync/remote-head.ts'
import type { GitSyncRow } from '../sync/sync-rows.ts'
import { type CommitStatus, postStatus, type StatusProblem, statusRequest } from './commit-status.ts'
import { type GitPreviewRow, keyOf, previewAddresses } from './preview-rows.ts'

/** The dependencies of reports to the servers of repositories. */
export interface ReportNeeds {
  jobSql: () => Sql
  git: Pick<GitRunNeeds, 'sealer' | 'allow'>
  deps: { publicUrl: string }
}

interface Report extends Pick<CommitStatus, 'oid' | 'state' | 'description'> {
  row: GitPreviewRow
  sync: GitSyncRow
  signal: AbortSignal
}

/** Reports how a preview is, with its address on a public site once it is ready; returns why the server did not take it. */
export async function reportStatus(
  { jobSql, git, deps: { publicUrl } }: ReportNeeds,
  { row, sync, signal, ...status }: Report,
): Promise<StatusProblem | undefined> {
  const addressOf = status.state === 'success' ? await previewAddresses(jobSql(), row.space_id, 'everybody') : undefined
  const target = addressOf?.(keyOf(git.sealer, row))
  const server = { host: sync.host, remote: remoteOf(git.sealer, sync), publicUrl }
  await using poster = guardedPoster({ allow: git.allow })
  return await postStatus(poster, statusRequest(server, { ...status, target, spaceId: row.space_id }), signal)
}
