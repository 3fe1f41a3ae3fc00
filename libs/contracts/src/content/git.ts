import { z } from 'zod'
import { Id, Timestamp, Url } from '../shared/primitives.ts'

const providers = ['github', 'gitlab'] as const

/** The Git provider of a space and the address of the repository's tree there, for people. */
const UpdateSpaceGitInfo = z
  .object({ provider: z.enum(providers).optional(), url: Url.optional() })
  .meta({ id: 'UpdateSpaceGitInfo' })

/** What imports from and exports to a repository have in common (docs/interface.md#git). */
const operation = {
  /** The address of the repository, HTTPS or SSH; it may hold credentials. */
  url: z.string().min(1).max(2048),
  ref: z.string().min(1).max(255),
  repoCacheID: z.string().max(200).optional(),
  repoTreeURL: Url.optional(),
  repoCommitURL: Url.optional(),
  repoProjectDirectory: z.string().max(1024).optional(),
  /** When what the operation follows took place; a time to come counts as now. */
  timestamp: z.iso.datetime({ offset: true }).optional(),
  force: z.boolean().optional(),
  gitInfo: UpdateSpaceGitInfo.optional(),
}

export const ImportGitRepository = z
  .object({ ...operation, standalone: z.boolean().optional() })
  .meta({ id: 'ImportGitRepository' })
export const ExportToGitRepository = z
  .object({ ...operation, commitMessage: z.string().min(1).max(4000) })
  .meta({ id: 'ExportToGitRepository' })

/** The Git provider of a space. */
export const GitSyncState = z
  .strictObject({
    repoName: z.string().optional(),
    installationProvider: z.enum([...providers, 'github-legacy']).optional(),
    integration: z.string().optional(),
    url: z.string().optional(),
    updatedAt: Timestamp.optional(),
  })
  .meta({ id: 'GitSyncState' })
export type GitSyncState = z.infer<typeof GitSyncState>

/** The last synchronization of a space with a repository, which events of integrations follow from. */
export const GitRunState = z.object({
  /** The import or export. */
  id: Id,
  state: z.enum(['started', 'success', 'failure']),
  /** The commit that was read or made; empty as long as none is known. */
  commitId: z.string(),
  /** The revision that the commit became, or that became the commit; before the success the live one. */
  revisionId: Id,
})
export type GitRunState = z.infer<typeof GitRunState>

/** The commit that a revision was imported from. */
export const GitSyncCommit = z
  .strictObject({
    oid: z.string(),
    message: z.string(),
    createdByGitBook: z.boolean(),
    url: z.string().optional(),
    ref: z.string().optional(),
  })
  .meta({ id: 'GitSyncCommit' })
export type GitSyncCommit = z.infer<typeof GitSyncCommit>

/** An import from, or an export to a repository: waiting, in progress or ended. */
export const GitOperation = z
  .strictObject({
    object: z.literal('git-operation'),
    id: Id,
    direction: z.enum(['import', 'export']),
    state: z.enum(['pending', 'running', 'success', 'failure', 'cancelled']),
    /** The address without credentials. */
    url: z.string(),
    ref: z.string(),
    repoProjectDirectory: z.string().optional(),
    standalone: z.boolean().optional(),
    startedAt: Timestamp,
    updatedAt: Timestamp,
    completedAt: Timestamp.optional(),
    /** Pages and files that are done, and all that were found. */
    completedTasks: z.number().int(),
    dispatchedTasks: z.number().int(),
    /** The reason of a failure. */
    error: z.string().optional(),
    /** The commit that was imported, or made. */
    commit: z.string().optional(),
    /** The revision that was made, or exported. */
    revision: Id.optional(),
    /** The change request that holds what conflicts with the space's own changes. */
    changeRequest: Id.optional(),
    createdBy: Id,
  })
  .meta({ id: 'GitOperation' })
export type GitOperation = z.infer<typeof GitOperation>
