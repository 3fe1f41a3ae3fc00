import type { QueryExecutorProvider } from 'kysely'
import type { PageSearch } from '../find/find-pages.ts'
import type { FoundPages } from '../find/finder.ts'
import type { PageVersion } from '../segment/pages.ts'
import type { LinkingPage } from '../view/linking.ts'

/** What of a space is indexed. While `target` is set, pages up to `afterPage` are of `target`, the others of `revision`. */
export interface IndexedState {
  /** Null: none, and nothing of the space is known to the index. */
  revision: string | null
  target: string | null
  afterPage: string | null
}

export interface SpaceChange {
  space: string
  /** The state that the pages were found from; absent where there was none. */
  from?: IndexedState | undefined
  to: IndexedState
  /** All older pages of the space leave the index; so they do where the change starts from nothing. */
  anew?: boolean | undefined
  /** Only what changed. */
  pages: readonly Omit<PageVersion, 'space'>[]
}

export interface IndexChange {
  organization: string
  spaces: readonly SpaceChange[]
  /** Writes what is kept beside the index, in the transaction of the change: it comes with the change or not at all. */
  beside?: ((db: QueryExecutorProvider) => Promise<void>) | undefined
}

/** `overtaken`: spaces whose state is no longer the one that the change started from. Then nothing was changed. */
export type Applied = { version: number; overtaken?: undefined } | { overtaken: string[] }

interface AtVersion {
  organization: string
  /** A version that the answer must have seen; absent: the one that is current. */
  version?: number | undefined
}

/** An index of the pages of organizations; another engine can take its place. */
export interface SearchIndex {
  /** All of it or nothing. What was answered is found by every later search, through any process. */
  apply(change: IndexChange): Promise<Applied>
  /**
   * Ranks the listed pages of the readable spaces. Other spaces have no part in the answer. Where `signal` aborts, the
   * search may end with its reason.
   */
  search(search: AtVersion & PageSearch & { signal?: AbortSignal | undefined }): Promise<FoundPages>
  /** The ids of the pages of a space that link to `target`, unlisted ones too, in the order of their UTF-8. */
  linking(pages: AtVersion & LinkingPage & { space: string; target: string }): Promise<string[]>
}
