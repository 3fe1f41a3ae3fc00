import { type AskingRoom, askingRoom } from './ask/room.ts'
import { atHost, openAssets, type PageAssets } from './assets/assets.ts'
import { type ContentSource, contentSource } from './content/content.ts'
import { type Deriving, startDeriving } from './deriving.ts'
import { frontPages } from './kept/fronts.ts'
import { keptPages } from './kept/kept-pages.ts'
import { pageNames } from './kept/page-names.ts'

/** What the pages of published sites are made with; made once, in app.ts. */
export interface PagesDependencies {
  source: ContentSource
  assets: PageAssets
  /** The same for pages at hosts of sites' own. */
  assetsAtHost: PageAssets
  kept: ReturnType<typeof keptPages>
  names: ReturnType<typeof pageNames>
  fronts: ReturnType<typeof frontPages>
  deriving: Deriving
  asking: AskingRoom
}

/** Begins threads when the first text needs them; `deriving` ends them. */
export const openPages = (publicUrl: string, parts: Parameters<typeof startDeriving>[0]): PagesDependencies => {
  const assets = openAssets(publicUrl)
  return {
    source: contentSource(),
    assets,
    assetsAtHost: atHost(assets),
    kept: keptPages(),
    names: pageNames(),
    fronts: frontPages(),
    deriving: startDeriving(parts),
    asking: askingRoom(),
  }
}
