import type { Block, ContentRef, ImageRef } from '@quire/document'
import type { Picture, Target } from '../blocks/context.ts'
import type { Html } from '../blocks/markup.ts'
import { renderDocument } from '../blocks/render.ts'
import { blockWordsOf } from '../blocks/words/index.ts'
import { variantHref } from '../frame/links.ts'
import { placesOf } from '../frame/model.ts'
import type { SiteTrees, Visiting } from '../routes/page-context.ts'
import { hrefInAnswer } from './answer-links.ts'
import type { SiteAnswer } from './ask.ts'

/** The HTML of an answer in the format `document`, rendered as pages are; its ids are no page's. */
export async function renderedAnswer(
  { site, deriving }: Visiting,
  trees: SiteTrees,
  answer: SiteAnswer,
  signal: AbortSignal,
): Promise<Html> {
  const { locale } = site.settings.internationalization
  const document = answer.text.document as { nodes: Block[] } | undefined
  const { html } = await renderDocument(
    { nodes: document?.nodes ?? [] },
    {
      target: (ref) => targetOf(site, trees, answer, ref),
      picture: (ref) => pictureOf(site, trees, answer, ref),
      // An answer is quoted from texts that are the same for everybody, and brings nothing else along.
      reusable: () => undefined,
      openapi: () => undefined,
      words: blockWordsOf(locale),
      language: locale,
      external: site.settings.externalLinks.target === 'blank' ? 'blank' : 'self',
      idPrefix: 'answer-',
    },
    { kept: deriving.kept, parserFor: (until) => deriving.parserFor(site.id, until), signal },
  )
  return html
}

function targetOf(site: Visiting['site'], trees: SiteTrees, answer: SiteAnswer, ref: ContentRef): Target | undefined {
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
      const place = placesOf(site).find(({ variant }) => variant.spaceId === ref.space)
      return place && { href: variantHref(site, place), title: place.variant.title }
    }
    default:
      return undefined
  }
}

function pictureOf(site: Visiting['site'], trees: SiteTrees, answer: SiteAnswer, ref: ImageRef): Picture | undefined {
  if (ref.kind !== 'file') return undefined
  const src = hrefInAnswer(site, trees, answer, { space: undefined, kind: 'files', id: ref.file })
  return src === undefined ? undefined : { src }
}
