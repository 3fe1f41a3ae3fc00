import type { PageSearch } from '../find/find-pages.ts'
import type { FoundPages } from '../find/finder.ts'
import type { View } from '../view/view.ts'

/** Searches in a view, here or in another thread. */
export type Find = (
  view: View,
  search: PageSearch,
  /** The searches of organizations take turns. */
  caller: { organization: string; signal?: AbortSignal | undefined },
) => FoundPages | Promise<FoundPages>

/** Lets go of what was kept for a view, which no later search is about. */
export type Forget = (view: View) => void
