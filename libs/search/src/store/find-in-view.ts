import type { PageSearch } from '../find/find-pages.ts'
import type { FoundPages } from '../find/finder.ts'
import type { View } from '../view/view.ts'

/** Searches in a view, in this thread or another. */
export type FindInView = (
  view: View,
  search: PageSearch,
  /** The organization: the searches of organizations take turns. `signal` cancels a queued search. */
  caller: { organization: string; signal?: AbortSignal | undefined },
) => FoundPages | Promise<FoundPages>

/** Releases the data cached for a view that no later search uses. */
export type ReleaseView = (view: View) => void
