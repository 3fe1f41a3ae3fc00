import { createHash } from 'node:crypto'
import { slugOf } from '@quire/kit'
import { type PresentedPage, presentPage, type View } from '../../pages/pages.present.ts'
import type { ReferencePage } from '../../storage/references/reference-pages.ts'
import { type PageEntry, slugFor } from '../../storage/revisions/revision-entries.ts'

interface ComputedTerms {
  /** Equal seeds make equal ids. */
  seed: string
  view: View
  /** ISO 8601. */
  createdAt: string
}

/** Returns the id of the page of a part of a specification. */
const idOf = (seed: string, key: string): string =>
  `C${createHash('sha256')
    .update(JSON.stringify([seed, key]))
    .digest('hex')
    .slice(0, 25)
    .toUpperCase()}`

/** Presents the pages of a specification as those of a revision, with their texts as markdown. */
export function presentComputedPages(
  pages: readonly ReferencePage[],
  terms: ComputedTerms,
  above = '',
): PresentedPage[] {
  const taken = new Set<string>()
  return pages.map((page) => {
    const slug = freeSlug(slugFor(page.title), taken)
    const path = above === '' ? slug : `${above}/${slug}`
    const entry: PageEntry = {
      ...{ type: 'document', title: page.title, slug, parent: null, order: '', document: null },
      ...{ createdAt: terms.createdAt, updatedAt: terms.createdAt },
    }
    const below = presentComputedPages(page.pages, terms, path)
    return presentPage({ id: idOf(terms.seed, page.key), page: entry, path }, below, terms.view, {
      markdown: page.text,
    })
  })
}

function freeSlug(slug: string, taken: Set<string>): string {
  let free = slug
  for (let number = 1; taken.has(free); number++) free = `${slug}-${number}`
  taken.add(free)
  return free
}

/**
 * Returns the markdown of a part of a specification; undefined if there is no such part. `page` is the id, title or slug
 * of a page: `info` is its own text, `operations` are those of its tag, or the one that it is about.
 */
export function computedText(
  pages: readonly ReferencePage[],
  seed: string,
  props: { doc: 'models' } | { doc: 'operations' | 'info'; page: string },
): string | undefined {
  const all = pages.flatMap((page) => [page, ...page.pages])
  if (props.doc === 'models') return all.find(({ key }) => key === 'models')?.text
  const { doc, page: name } = props
  const page =
    all.find(({ key }) => idOf(seed, key) === name) ??
    all.find(({ title }) => title === name) ??
    all.find(({ title }) => slugOf(title) === name)
  if (!page) return undefined
  return doc === 'info' || page.pages.length === 0 ? page.text : page.pages.map(({ text }) => text).join('\n')
}
