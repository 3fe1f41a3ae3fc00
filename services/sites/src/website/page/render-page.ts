import type { PublishedPage } from '@quire/contracts'
import { takeTurn } from '@quire/kit'
import type { RenderedPage } from '../cache/page-cache.ts'
import type { PageTree } from '../content/page-tree.ts'
import { type Html, html, nothing } from '../render/blocks/markup.ts'
import { article } from '../render/frame/article.ts'
import { framed } from '../render/frame/frame.ts'
import type { MainView } from '../render/frame/page-view.ts'
import { editLinkOf } from '../site/edit-link.ts'
import { addressOf } from '../site/site-hrefs.ts'
import type { SiteLocation, TreeNode, VisibleSite } from '../site/site-model.ts'
import { frameContext } from './framed-page.ts'
import { specsMaxAgeMs } from './operations-as-markdown.ts'
import type { PageContext, SiteTrees } from './page-context.ts'
import { pictureOf, renderText } from './page-text.ts'

/** No event reports that an author has another name. */
const namesMaxAgeMs = 3600_000

/** Renders a document of the site as a whole page. */
export async function renderPage(
  pageContext: PageContext,
  trees: SiteTrees,
  { location, node, tree }: { location: SiteLocation; node: TreeNode; tree: PageTree },
): Promise<Omit<RenderedPage, 'key'> & { isForAll: boolean }> {
  const { site, source, call } = pageContext
  const page = await source.page(call, location.variant, {
    ...{ pageId: node.id, claims: site.audience.claims },
    withAuthor: site.settings.metadata.showAuthor,
  })
  const context = await frameContext(pageContext, trees, { location, tree, path: node.path })
  const text = await renderText(pageContext, trees, { location, page })
  await takeTurn(site.audience.groups)
  const { body, headings, pictures, frames, isComplete, ended, namesSpecs } = text
  const markdown = `${node.ownHref}.md`
  const canonical = addressOf(site, node.href ?? '')
  const { layout } = page
  const view: MainView = {
    title: node.title,
    current: node,
    description: node.description,
    headings: layout.outline ? headings : [],
    content: article(context, {
      node,
      body,
      headings,
      layout,
      cover: cover(site, location, page),
      author: page.author,
      edit: editLinkOf(location.variant, { ...page, id: node.id }),
      markdown,
      canonical,
    }),
    canonical: node.isIndexed ? canonical : undefined,
    markdown,
    showsSidebar: layout.tableOfContents,
    isWide: layout.width === 'wide',
  }
  const maxAgeMs = namesSpecs ? specsMaxAgeMs : page.author === undefined ? undefined : namesMaxAgeMs
  const answer = framed(context, view, { pictures, frames })
  return { ...answer, isComplete, ...(ended && { ended }), isForAll: page.isForAll, ...(maxAgeMs && { maxAgeMs }) }
}

/** Renders the cover of a page. */
function cover(site: VisibleSite, location: SiteLocation, page: PublishedPage): Html {
  if (!page.layout.cover || !page.cover?.ref) return nothing
  const light = pictureOf({ site }, { location, page }, page.cover.ref)?.src
  const dark = page.cover.refDark && pictureOf({ site }, { location, page }, page.cover.refDark)?.src
  const { coverSize, coverMask } = page.layout
  const looks = [
    'cover',
    ...(coverSize === 'full' ? ['cover-full'] : []),
    ...(coverMask === 'radial' ? ['cover-radial'] : []),
  ]
  if (!light) return nothing
  return html`<div class="${looks.join(' ')}"><img class="${dark ? 'only-light' : ''}" src="${light}" alt="">${dark ? html`<img class="only-dark" src="${dark}" alt="">` : nothing}</div>`
}
