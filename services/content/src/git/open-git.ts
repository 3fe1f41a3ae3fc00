import { type OutboundAllow, openSealer } from '@quire/kit'
import type { ContentConfig } from '../config.ts'
import type { Sql } from '../database.ts'
import type { performRun } from '../imports/runs/perform-run.ts'
import type { Disk } from '../storage/files/disk.ts'
import { openGitFolders } from './git-folders.ts'
import type { GitRunNeeds } from './git-task.ts'
import { performGitExport } from './perform-export.ts'
import { performGitImport } from './perform-import.ts'
import { createSummaryCache } from './read-summary.ts'
import { thenLook } from './sync/sync-job.ts'
import { saveKnownHosts, sshKeysOf } from './sync/sync-rows.ts'

interface GitParts {
  config: Pick<ContentConfig, 'IMPORT_MAX_BYTES' | 'GIT_KEPT_MB' | 'SECRETS_DIR'> & { OUTBOUND_ALLOW: OutboundAllow }
  /** Where this process keeps repositories. */
  folder: string
  disk: Disk
  jobSql: () => Sql
  /** Lets the synchronizations that are due begin. */
  wakeSync: () => void
  /** Lets the previews that are due go on. */
  wakePreviews: () => void
}

/** Opens what the operations and the synchronization of Git need (docs/adr/0048). */
export function openGitNeeds({ config, folder, disk, jobSql, ...wake }: GitParts): GitRunNeeds {
  const sealer = openSealer(config)
  return {
    folders: openGitFolders(folder, config.GIT_KEPT_MB * 1024 ** 2),
    allow: config.OUTBOUND_ALLOW,
    maxBytes: config.IMPORT_MAX_BYTES,
    disk,
    sealer,
    sshKeys: (spaceId, task) => sshKeysOf(jobSql(), sealer, spaceId, task),
    onKnownHosts: (spaceId, knownHosts) => saveKnownHosts(jobSql(), spaceId, knownHosts),
    summaries: createSummaryCache(),
    ...wake,
  }
}

/** Performs a run of a Git operation; then its preview goes on, or its synchronization looks again. */
export const performGitRun =
  (git: GitRunNeeds, exports: Parameters<typeof performGitExport>[2], jobSql: () => Sql): typeof performRun =>
  (performing, run, performance) => {
    const perform = () =>
      run.git?.direction === 'export'
        ? performGitExport(performing, git, exports, run, performance)
        : performGitImport(performing, git, run, performance)
    if (run.git?.preview === undefined) return thenLook({ jobSql, wake: git.wakeSync }, run, perform)
    return perform().finally(git.wakePreviews)
  }
