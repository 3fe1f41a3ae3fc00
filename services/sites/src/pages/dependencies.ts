import { openAssets, type PageAssets } from './assets/assets.ts'
import { type ContentSource, contentSource } from './content/content.ts'
import { keptPages } from './kept/kept-pages.ts'

/** What the pages of published sites are made with; made once, in app.ts. */
export interface PagesDependencies {
  source: ContentSource
  assets: PageAssets
  kept: ReturnType<typeof keptPages>
}

export const openPages = (publicUrl: string): PagesDependencies => ({
  source: contentSource(),
  assets: openAssets(publicUrl),
  kept: keptPages(),
})
