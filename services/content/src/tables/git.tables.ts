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
  /** The change request that holds what conflicts. */
  changeRequest?: string
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
    /** The time of the newest operation that was performed. */
    at: Date
  }
}
