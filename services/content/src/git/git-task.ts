import { createHash } from 'node:crypto'
import { actingOnSpace } from '@quire/access'
import { conflict, type Sealer } from '@quire/kit'
import type { Sql } from '../database.ts'
import type { GitTask } from '../tables/git.tables.ts'
import { type ClaimedRun, requesterOf } from '../tables/runs.tables.ts'
import { type GitRemote, parseRemote } from './git-remote.ts'
import { type GitNeeds, openRepository, type Repository } from './git-repository.ts'
import { lastPerformedAt } from './git-state.ts'
import { requireSecret } from './open-secret.ts'
import type { SummaryCache } from './read-summary.ts'
import { requirePlace } from './require-place.ts'
import type { SshKeys } from './ssh-files.ts'

/** The dependencies of operations on Git repositories. */
export interface GitRunNeeds extends GitNeeds {
  sealer: Sealer
  /** Finds the SSH key of a space for an operation; undefined if it has none for that repository, branch and folder. */
  sshKeys: (spaceId: string, task: GitTask) => Promise<SshKeys | undefined>
  /** Records the keys that the server of a space showed. */
  onKnownHosts: (spaceId: string, knownHosts: string) => Promise<void>
  /** The tables of contents that were read last. */
  summaries: SummaryCache
  /** Makes this process look at the synchronizations that are due. */
  wakeSync: () => void
  /** Makes this process go on with the previews that are due. */
  wakePreviews: () => void
}

/** A run's operation, with its credentials. */
export interface OpenTask {
  task: GitTask
  remote: GitRemote
  at: Date
}

/** Where the credentials of a run are sealed. */
export const secretOf = (runId: string) => `import_run.${runId}.git`

export function openTask({ id, git, git_at: at, git_secret: secret }: ClaimedRun, sealer: Sealer): OpenTask {
  if (!git || !at) throw new Error(`run ${id} has no Git operation`)
  const remote = parseRemote(git.url, 'body.url')
  const credentials = secret === null ? undefined : JSON.parse(requireSecret(sealer, secret, secretOf(id)))
  return { task: git, remote: { ...remote, ...(credentials && { credentials }) }, at: new Date(at) }
}

/**
 * Throws 403 if the person may no longer write to the space, and 409 for an operation on another place than the space is
 * synchronized with, and for one that follows something older than what was performed last, unless it is forced: a push that
 * was overtaken has nothing to say any more.
 */
export async function requireDue(
  sql: Sql,
  run: ClaimedRun,
  { task, at }: OpenTask,
  deps: Parameters<typeof actingOnSpace>[3] & { now: () => Date },
): Promise<void> {
  const target = { spaceId: run.space_id, organizationId: run.organization_id, role: 'edit' as const }
  await actingOnSpace(sql, requesterOf(run), target, deps)
  await requirePlace(sql, run.space_id, task)
  const last = task.force || task.standalone ? undefined : await lastPerformedAt(sql, run.space_id, deps.now())
  if (last && at < last)
    throw conflict('A Git operation that follows something newer was performed before: force this one to perform it.')
}

/** Opens the repository of a run, and records the SSH keys of the server if it shows new ones. */
export async function withRepository<Result>(
  needs: GitRunNeeds,
  run: ClaimedRun,
  { task, remote }: OpenTask,
  signal: AbortSignal,
  work: (repository: Repository) => Promise<Result>,
): Promise<Result> {
  const cacheKey = createHash('sha256')
    .update(JSON.stringify([run.organization_id, run.space_id, task.cacheId ?? '', remote.url]))
    .digest('base64url')
  const ssh = remote.transport === 'ssh' ? await needs.sshKeys(run.space_id, task) : undefined
  await using repository = await openRepository(needs, { remote, cacheKey, ssh, signal })
  const result = await work(repository)
  const knownHosts = await repository.knownHosts()
  if (ssh && knownHosts !== ssh.knownHosts) await needs.onKnownHosts(run.space_id, knownHosts)
  repository.keep()
  return result
}
