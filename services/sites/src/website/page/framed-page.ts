import type { VisitAnswer } from '@quire/kit'
import { answered } from '../cache/visit-answers.ts'
import type { PageTree } from '../content/page-tree.ts'
import type { Html } from '../render/blocks/markup.ts'
import { framed } from '../render/frame/frame.ts'
import type { FrameContext } from '../render/frame/page-view.ts'
import { createIconSheet } from '../render/icons/icons.ts'
import { localeOf, vocabularyOf } from '../render/words/index.ts'
import { linkedSpaces, targetHref, variantHref } from '../site/site-hrefs.ts'
import type { SiteLocation } from '../site/site-model.ts'
import type { PageContext, SiteTrees } from './page-context.ts'

interface FramedPage {
  location: SiteLocation
  title: string
  content: Html
  /** 200 if absent. */
  status?: number | undefined
  more?: Readonly<Record<string, string>> | undefined
}

/** Answers with a page that is no document of the site, such as the results of a search. */
export async function framedAnswer(
  pageContext: PageContext,
  trees: SiteTrees,
  { location, title, content, status, more }: FramedPage,
): Promise<VisitAnswer> {
  const { site } = pageContext
  const context = await frameContext(pageContext, trees, { location, tree: await trees.of(location), path: '' })
  const view = { title, content, headings: [], showsSidebar: true, isWide: false }
  const absent = { current: undefined, description: undefined, canonical: undefined, markdown: undefined }
  const { html, headers } = framed(context, { ...view, ...absent })
  const { isPublic } = site.audience
  return answered(html, {
    type: 'html',
    isPublic,
    ...(status !== undefined && { status }),
    more: { ...headers, ...more },
  })
}

/**
 * Builds the context that the pages of a variant share, and reads the trees of the section's other variants for the
 * switch between them.
 */
export async function frameContext(
  { site, assets }: PageContext,
  trees: SiteTrees,
  { location, tree, path }: { location: SiteLocation; tree: PageTree; path: string },
): Promise<FrameContext> {
  const { section } = location
  const beside = section.variants.slice(0, maxVariantsRead)
  await Promise.all(beside.map((variant) => trees.of({ section, variant })))
  const found = new Map(beside.map(({ id, spaceId }) => [id, trees.look({ space: spaceId, path })?.href]))
  await trees.ofSpaces(linkedSpaces(site))
  const findPage = (space: string, id: string) => trees.look({ space, id })?.href
  return {
    site,
    location,
    tree,
    assets,
    hrefOf: (target) => targetHref(site, target, { spaceId: location.variant.spaceId, findPage }),
    hrefIn: (other) => found.get(other.variant.id) ?? variantHref(site, other),
    icons: createIconSheet('q-frame', site.settings.styling.icons),
    vocabulary: vocabularyOf(localeOf(site, location)),
  }
}

/** In a section with more variants, the switch leads to the start of the others. */
const maxVariantsRead = 10
