import type { Block, ContentRef, ImageRef } from '@quire/document'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { type Named, withAddresses } from '../page/page-markdown.ts'
import type { Picture, Target } from '../render/blocks/blocks-context.ts'
import type { Html } from '../render/blocks/markup.ts'
import { renderDocument } from '../render/blocks/render-document.ts'
import { blockVocabularyOf } from '../render/blocks/vocabulary/index.ts'
import { addressOf, fileHref, variantHref } from '../site/site-hrefs.ts'
import { locationOfSpace } from '../site/site-model.ts'
import type { SiteAnswer } from './ask-site.ts'

/**
 * Returns the path of something that an answer names. The answer quotes pages of several spaces, so a name without a
 * space is looked up in all of them; a file has no mark of its space, so it is found only if there is one space.
 */
function hrefInAnswer(
  site: PageContext['site'],
  trees: SiteTrees,
  { sources }: Pick<SiteAnswer, 'sources'>,
  { space, kind, id }: Named,
): string | undefined {
  const spaces = space === undefined ? [...new Set(sources.map(({ spaceId }) => spaceId))] : [space]
  if (kind === 'pages') return spaces.flatMap((one) => trees.known(one)?.byId.get(id)?.href ?? [])[0]
  const [only] = spaces
  return only !== undefined && spaces.length === 1 ? fileHref(site, only, id) : undefined
}

/** Returns an answer's markdown with absolute addresses. */
export const answerMarkdown = (site: PageContext['site'], trees: SiteTrees, answer: SiteAnswer): string =>
  withAddresses(answer.text.markdown ?? '', (named) => {
    const href = hrefInAnswer(site, trees, answer, named)
    return href === undefined ? undefined : addressOf(site, href)
  })

/** Renders an answer in the format `document` like a page, with ids of its own. */
export async function renderedAnswer(
  { site, renderWorkers }: PageContext,
  trees: SiteTrees,
  answer: SiteAnswer,
  { locale, signal }: { locale: string; signal: AbortSignal },
): Promise<Html> {
  const document = answer.text.document as { nodes: Block[] } | undefined
  const { html } = await renderDocument(
    { nodes: document?.nodes ?? [] },
    {
      target: (ref) => targetOf(site, trees, answer, ref),
      picture: (ref) => pictureOf(site, trees, answer, ref),
      // An answer quotes texts that are the same for everybody, and includes nothing else.
      reusable: () => undefined,
      openapi: () => undefined,
      vocabulary: blockVocabularyOf(locale),
      language: locale,
      external: site.settings.externalLinks.target === 'blank' ? 'blank' : 'self',
      iconStyle: site.settings.styling.icons,
      idPrefix: 'answer-',
    },
    { kept: renderWorkers.results, parserFor: (until) => renderWorkers.parserFor(site.audience.groups, until), signal },
  )
  return html
}

function targetOf(
  site: PageContext['site'],
  trees: SiteTrees,
  answer: SiteAnswer,
  ref: ContentRef,
): Target | undefined {
  switch (ref.kind) {
    case 'url':
      return { href: ref.url }
    case 'file': {
      const href = hrefInAnswer(site, trees, answer, { space: undefined, kind: 'files', id: ref.file })
      return href === undefined ? undefined : { href }
    }
    case 'page':
    case 'anchor': {
      if (ref.page === undefined) return undefined
      const href = hrefInAnswer(site, trees, answer, { space: ref.space, kind: 'pages', id: ref.page })
      const anchor = ref.kind === 'anchor' ? `#${encodeURIComponent(ref.anchor)}` : ''
      return href === undefined ? undefined : { href: `${href}${anchor}` }
    }
    case 'space': {
      const location = locationOfSpace(site, ref.space)
      return location && { href: variantHref(site, location), title: location.variant.title }
    }
    default:
      return undefined
  }
}

function pictureOf(
  site: PageContext['site'],
  trees: SiteTrees,
  answer: SiteAnswer,
  ref: ImageRef,
): Picture | undefined {
  if (ref.kind !== 'file') return undefined
  const src = hrefInAnswer(site, trees, answer, { space: undefined, kind: 'files', id: ref.file })
  return src === undefined ? undefined : { src }
}
