import { openAssets, type PageAssets } from './assets/assets.ts'
import { type ContentSource, contentSource } from './content/content.ts'
import { type Deriving, startDeriving } from './deriving.ts'
import { frontPages } from './kept/fronts.ts'
import { keptPages } from './kept/kept-pages.ts'

/** What the pages of published sites are made with; made once, in app.ts. */
export interface PagesDependencies {
  source: ContentSource
  assets: PageAssets
  kept: ReturnType<typeof keptPages>
  fronts: ReturnType<typeof frontPages>
  deriving: Deriving
}

/** Begins threads when the first text needs them; `deriving` ends them. */
export const openPages = (publicUrl: string, parts: Parameters<typeof startDeriving>[0]): PagesDependencies => ({
  source: contentSource(),
  assets: openAssets(publicUrl),
  kept: keptPages(),
  fronts: frontPages(),
  deriving: startDeriving(parts),
})
