import { expect, test } from '@jest/globals'
import { findPages, type PageVersion } from '@quire/search'
import { buildSegment, emptyView, extendView, openSegment } from '@quire/search/engine'
import type { Sql } from '../database.ts'
import type { FoundPage as AnyPage, Reader } from '../readers/reader.ts'
import { searchRequest } from './candidate-sections.ts'
import { findVisiblePages } from './retrieval.ts'

const page = (id: string, text: string): PageVersion => ({
  ...{ space: 'zoo', id },
  text: { title: `Page ${id}`, sections: [{ title: '', text }], document: `read ${id}` },
})
const birds = [page('seen', 'The spoonbill wades.'), page('other', 'The heron wades at dusk, and wades again.')]
const closed = (text: string) => Array.from({ length: 9 }, (_, at) => page(`closed ${at}`, text))

/**
 * Returns the results of a visitor's search in these pages, the best first, with scores. Pages named `closed …` are
 * hidden.
 */
async function found(question: string, pages: PageVersion[]) {
  const view = extendView(emptyView, openSegment(buildSegment(pages)))
  const reader = {
    visiblePages: async <Page extends AnyPage>(some: readonly Page[]) => ({
      whole: some.filter(({ id }) => !id.startsWith('closed')),
      partly: [],
    }),
  } as never as Reader
  const search = async (instead: PageVersion[] = []) =>
    findPages(view, { readable: ['zoo'], instead, ...searchRequest(question) }).pages
  const { found: visible } = await findVisiblePages({ sql: undefined as never as Sql }, reader, search)
  return visible.map(({ id, score, coverage }) => ({ id, score, coverage }))
}

test.each(['Which spoonbild nests?', 'Which heron or spoonbill wades?'])(
  'what is said by pages that are not for the reader changes nothing about "%s"',
  async (question) => {
    const quiet = await found(question, [...birds, ...closed('Nothing.')])
    expect(quiet.map(({ id }) => id)).toContain('seen')
    expect(await found(question, [...birds, ...closed('The spoonbild wades, and the heron nests.')])).toEqual(quiet)
  },
)
