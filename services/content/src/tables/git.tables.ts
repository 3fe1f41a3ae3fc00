import type { gitHosts } from '@quire/contracts'
import type { Caller } from '@quire/kit'
import type { Generated } from 'kysely'

/** The repository of an operation, without its credentials. */
export interface GitTask {
  direction: 'import' | 'export'
  url: string
  ref: string
  /** The folder of the project in the repository; empty for its root. */
  directory: string
  /** Names the retained repository; absent for one by its address. */
  cacheId?: string
  treeUrl?: string
  commitUrl?: string
  force?: boolean
  standalone?: boolean
  /** The message of the commit that an export makes. */
  message?: string
  info?: { provider?: 'github' | 'gitlab'; url?: string }
  /** The preview of a pull request that the revision is for; never named by a request. */
  preview?: string
  /** The look of a synchronization that found it to be done; never named by a request. */
  look?: GitLook
  /** The change request that holds what conflicts. */
  changeRequest?: string
}

/** Both sides of a synchronization as a look found them. */
export interface GitLook {
  /** The commit at the branch; null if there is none. */
  head: string | null
  /** The live revision. */
  live: string
  /** The wishes of the synchronization (`git_sync.wishes`). */
  wishes: number
}

/** Per space, what it and a repository last had in common. */
export interface GitTables {
  space_git: {
    space_id: string
    /** Identifies the repository and the folder (`sourceOfRemote`). */
    source: string
    ref: string
    commit_oid: string
    /** The revision whose content is that of the commit. */
    revision: string
    /** The change request that holds what conflicted; null if nothing did. */
    change_request: string | null
    /** The tree that links out of the folder lead to in that revision; null if they were left as they are. */
    tree_url: string | null
    /** The live revision up to which the repository has the changes of people; null if that is none. */
    exported: string | null
    /** True if the revision may have more than the commit: pages that an import left in place. An export brings them. */
    is_more: Generated<boolean>
    /** The time of the newest operation that was performed. */
    at: Date
  }
  /**
   * The commit that an export of a space is about to push, or has pushed, and the revision with its content; removed when
   * that is recorded in `space_git`.
   */
  git_push: { space_id: string; source: string; ref: string; commit_oid: string; revision: string }
  /** The synchronization of a space; `id` is that of the space. */
  git_sync: {
    id: string
    organization_id: string
    /** Without credentials. */
    url: string
    ref: string
    directory: string
    host: (typeof gitHosts)[number]
    /** The direction of the first run. */
    direction: GitTask['direction']
    tree_url: string | null
    commit_url: string | null
    poll_minutes: number
    /** True if pull requests against the branch get previews. */
    previews: Generated<boolean>
    /** Credentials of HTTP, the secret of the webhook and the private key of SSH; all are sealed. */
    secret: string | null
    /** The person who gave `secret`, or for whom `ssh_key` was made; null if nobody knows. */
    secret_by: string | null
    webhook_secret: string
    ssh_key: string | null
    public_key: string | null
    /** The server's keys of SSH, as it showed them first. */
    known_hosts: Generated<string>
    /** The person who set it up, as whom it acts. */
    user_id: string
    member_id: string
    token_kind: Caller['kind']
    account: string
    origin: string
    next_at: Date
    /** Raised with each wish to look at once, so that a look that goes on does not overwrite a later one. */
    wishes: Generated<number>
    /** The live revision at the last look. */
    live: string | null
    error: string | null
    /** Set where it does nothing until somebody sets it up again; `error` says why. */
    paused_at: Date | null
    checked_at: Date | null
    created_at: Date
    updated_at: Date
    claim: string | null
    claimed_until: Date | null
    attempts: Generated<number>
  }
  /** Pull requests that are open, as their webhooks say, each with its preview (docs/adr/0052). */
  git_preview: {
    id: string
    space_id: string
    number: number
    /** The ref at which the server offers the head; empty if it offers none. */
    source_ref: string
    /** Part of the address of the preview: sealed, and as a hash to find it by. */
    key: string
    key_hash: string
    state: 'waiting' | 'importing' | 'ready' | 'failed'
    /** Raised with each webhook; above `seen` while the head has to be looked at. */
    wishes: Generated<number>
    seen: Generated<number>
    head: string | null
    run_id: string | null
    revision: string | null
    reason: string | null
    /** The number of parts of the commit that were left out or not understood. */
    problems: Generated<number>
    /** The status to report, and the last one for which that is done or given up. */
    wanted: string | null
    reported: string | null
    report_attempts: Generated<number>
    report_error: string | null
    account: string
    origin: string
    next_at: Date
    ends_at: Date
    created_at: Date
    updated_at: Date
    claim: string | null
    claimed_until: Date | null
    attempts: Generated<number>
  }
  /** Webhooks that were received, so that none counts twice. */
  git_delivery: { space_id: string; digest: string; received_at: Date }
}
