import type { QueryExecutorProvider } from 'kysely'
import type { PageSearch } from '../find/find-pages.ts'
import type { FoundPages } from '../find/finder.ts'
import type { PageVersion } from '../segment/page-version.ts'
import type { LinkingPage } from '../view/linking.ts'

/**
 * The indexed state of a space. While `target` is set, pages up to `afterPage` are of `target`, the others of
 * `revision`.
 */
export interface IndexedState {
  /** Null if the index holds nothing of the space. */
  revision: string | null
  target: string | null
  afterPage: string | null
}

export interface SpaceChange {
  space: string
  /** The state from which the changed pages were computed; absent if there was none. */
  from?: IndexedState | undefined
  to: IndexedState
  /** True if all older pages of the space leave the index, as for a change that starts from no state. */
  fromNothing?: boolean | undefined
  /** The changed pages. */
  pages: readonly Omit<PageVersion, 'space'>[]
}

export interface IndexChange {
  organization: string
  spaces: readonly SpaceChange[]
  /** Writes data that belongs to the change, in the same transaction. */
  beside?: ((db: QueryExecutorProvider) => Promise<void>) | undefined
}

/** The version with the change, or the spaces that another process advanced since `from`: then nothing was changed. */
export type Applied = { version: string; overtaken?: undefined } | { overtaken: string[] }

interface IndexVersion {
  organization: string
  /** The least version (`indexVersion`) that the answer must include; absent for the current one. */
  version?: string | undefined
}

/** An index of the pages of organizations; another engine can take its place. */
export interface SearchIndex {
  /** Applies a change completely or not at all. Every later search, in any process, sees an applied change. */
  apply(change: IndexChange): Promise<Applied>
  /**
   * Ranks the listed pages of the readable spaces. Other spaces do not affect the answer. If `signal` aborts, the
   * search may end with its reason.
   */
  search(search: IndexVersion & PageSearch & { signal?: AbortSignal | undefined }): Promise<FoundPages>
  /** Returns the ids of the pages of a space that link to `target`, also unlisted ones, in the order of their UTF-8. */
  linking(pages: IndexVersion & LinkingPage & { space: string; target: string }): Promise<string[]>
}
