import { posix } from 'node:path'
import type { CorpusPage } from './corpus.ts'

/** The pages with their links to each other as an import leaves them: by the ids of pages. */
export function linkedPages(pages: readonly CorpusPage[]): CorpusPage[] {
  const ids = new Set(pages.map(({ id }) => id))
  return pages.map((page) => ({
    ...page,
    markdown: page.markdown.replace(/\]\(([^)\s#]+)(#[^)\s]*)?\)/g, (link, address: string, anchor = '') => {
      const path = posix.join(posix.dirname(page.id), address)
      const id = [path, `${path}.md`, `${path}/README.md`].find((one) => ids.has(one))
      return id === undefined ? link : `](/pages/${id}${anchor})`
    }),
  }))
}
