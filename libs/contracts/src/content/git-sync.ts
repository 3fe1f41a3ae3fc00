import { z } from 'zod'
import { Id, Timestamp, Url } from '../shared/primitives.ts'

/** The kinds of servers that send webhooks; `other` sends the secret itself. */
export const gitHosts = ['github', 'gitlab', 'gitea', 'bitbucket', 'other'] as const

/** The synchronization of a space with a branch (docs/interface.md#synchronization). */
export const SetSpaceGitSync = z
  .object({
    /** The address of the repository, HTTPS or SSH; it may hold credentials. */
    url: z.string().min(1).max(2048),
    ref: z.string().min(1).max(255),
    repoProjectDirectory: z.string().max(1024).optional(),
    host: z.enum(gitHosts),
    /** The side that the first run takes the content from. */
    direction: z.enum(['import', 'export']),
    repoTreeURL: Url.optional(),
    repoCommitURL: Url.optional(),
    /** The secret of the webhook; made if absent, unless there is one. */
    webhookSecret: z.string().min(16).max(200).optional(),
    /** Minutes between two looks at the repository. */
    pollMinutes: z.number().int().min(1).max(1440).optional(),
    /** True to make previews of pull requests against the branch, and to report them to the server; false if absent. */
    previewExternalBranches: z.boolean().optional(),
  })
  .meta({ id: 'SetSpaceGitSync' })

const sync = {
  object: z.literal('git-sync'),
  /** The address without credentials. */
  url: z.string(),
  ref: z.string(),
  repoProjectDirectory: z.string().optional(),
  host: z.enum(gitHosts),
  direction: z.enum(['import', 'export']),
  repoTreeURL: z.string().optional(),
  repoCommitURL: z.string().optional(),
  pollMinutes: z.number().int(),
  previewExternalBranches: z.boolean(),
  /** The public key to add to the repository, for an address of SSH. */
  sshKey: z.string().optional(),
  /** The commit that the space last had in common with the repository. */
  commit: z.string().optional(),
  /** The change request with changes of the repository that conflict; nothing is exported until it is merged or archived. */
  changeRequest: Id.optional(),
  checkedAt: Timestamp.optional(),
  /** The reason that the last look failed. */
  error: z.string().optional(),
  createdBy: Id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const GitSync = z.strictObject({ ...sync, webhook: z.strictObject({ url: z.string() }) }).meta({ id: 'GitSync' })
/** The synchronization as whoever sets it up sees it, with the secret of its webhook. */
export const NewGitSync = z
  .strictObject({ ...sync, webhook: z.strictObject({ url: z.string(), secret: z.string() }) })
  .meta({ id: 'NewGitSync' })
export type GitSync = z.infer<typeof GitSync>
