import type { GroupSemaphore } from '@quire/kit'
import type { AccessWatchNeeds } from '../addresses/visitor-access-watch.ts'
import type { SignerNeeds } from '../audience/site-signer.ts'
import type { ScriptNeeds } from '../integrations/scripts/site-scripts.ts'
import { createQuestionLimit, type QuestionLimit } from './ask/question-limit.ts'
import { atHost, openAssets, type PageAssets } from './assets/assets.ts'
import { createSiteFileCache, type SiteFileCache } from './assets/site-file-answer.ts'
import { createPageCacheKeys } from './cache/cache-keys.ts'
import { createFileCache, type FileCache } from './cache/file-cache.ts'
import { createFrontCache } from './cache/front-cache.ts'
import { createPageCache } from './cache/page-cache.ts'
import { type ContentSource, contentSource } from './content/content-source.ts'
import { createPageTreeCache, type PageTreeCache } from './content/page-tree-cache.ts'
import { createColdWork } from './page/visit-work.ts'
import { type RenderWorkers, startRenderWorkers } from './render/render-workers.ts'

/** The dependencies of the website, which answers visits to pages and messages to the sites' MCP servers. */
export interface WebsiteNeeds extends SignerNeeds, AccessWatchNeeds, ScriptNeeds {
  pages: PagesDependencies
}

/** Dependencies of the pages of published sites; built once, in app.ts. */
interface PagesDependencies {
  source: ContentSource
  pageTrees: PageTreeCache
  assets: PageAssets
  /** The assets for pages at custom hostnames. */
  assetsAtHost: PageAssets
  pageCache: ReturnType<typeof createPageCache>
  cacheKeys: ReturnType<typeof createPageCacheKeys>
  frontCache: ReturnType<typeof createFrontCache>
  files: FileCache
  coldWork: GroupSemaphore
  renderWorkers: RenderWorkers
  questionLimit: QuestionLimit
  siteFiles: SiteFileCache
}

/** Opens the dependencies. Threads start when the first text needs them; `renderWorkers` stops them. */
export const openPages = (publicUrl: string, parts: Parameters<typeof startRenderWorkers>[0]): PagesDependencies => {
  const assets = openAssets(publicUrl)
  return {
    source: contentSource(),
    pageTrees: createPageTreeCache(),
    assets,
    assetsAtHost: atHost(assets),
    pageCache: createPageCache(),
    cacheKeys: createPageCacheKeys(),
    frontCache: createFrontCache(),
    files: createFileCache(),
    coldWork: createColdWork(),
    renderWorkers: startRenderWorkers(parts),
    questionLimit: createQuestionLimit(),
    siteFiles: createSiteFileCache(),
  }
}
