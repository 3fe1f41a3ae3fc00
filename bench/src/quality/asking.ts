import { posix } from 'node:path'
import { answerSources, footnotes } from '@quire/ai/answer-sources'
import {
  candidateSections,
  type StoredPage,
  searchRequest,
  sectionsToQuote,
  selectBestPages,
} from '@quire/ai/candidate-sections'
import { parsePage } from '@quire/ai/parse-page'
import { relatedOf } from '@quire/ai/related-phrases'
import * as tasks from '@quire/ai/tasks'
import { extractiveWriter } from '@quire/ai/writer'
import { inlineParser } from '@quire/parsing'
import { buildSegment, emptyView, extendView, findPages, openSegment, phraseKeys, type Related } from '@quire/search'
import type { CorpusPage } from './corpus.ts'

const space = 'docs'
const revision = 'r1'
const { signal } = new AbortController()
const parser = inlineParser(tasks)

/** The answer to a question: the pages that it cites, the best first, and its text. */
export interface Answer {
  sources: string[]
  text: string
}

/** Answers questions over these pages as the ai service does, without its database. */
export function openAnswering(pages: readonly CorpusPage[]): (question: string) => Promise<Answer> {
  const read = pages.map((page) => parsePage(page))
  const versions = read.map(({ id, text }) => ({ space, id, text: { ...text, document: revision } }))
  const view = extendView(emptyView, openSegment(buildSegment(versions)))
  const stored = read.map(({ id, sections }) => {
    return { space, id, revision, sections: JSON.parse(sections), language: null }
  })
  const relatedTo = relatedPhrases(pages, stored)
  return async (question) => {
    const related = relatedTo(question)
    const found = findPages(view, { readable: [space], ...searchRequest(question, { related }) })
    const passages = sectionsToQuote(candidateSections(selectBestPages(found.pages), stored))
    const naming = { cited: new Set<number>(), seeAlso: new Set<number>() }
    let text = ''
    const draft = { question, searched: question, related, previousQueries: [], sections: passages, parser, signal }
    for await (const piece of extractiveWriter.write(draft)) {
      text += piece.markdown
      for (const number of piece.cites) naming.cited.add(number)
      for (const number of piece.seeAlso ?? []) naming.seeAlso.add(number)
    }
    return {
      sources: answerSources(passages, naming).map(({ page }) => page),
      text: text + footnotes(passages, naming.cited),
    }
  }
}

/** Finds the phrases of the pages that are related to a question, as the ai service reads them from its rows. */
function relatedPhrases(pages: readonly CorpusPage[], stored: readonly StoredPage[]): (question: string) => Related[] {
  const titles = new Map(
    pages.flatMap(({ id, title }, at) => [
      [`${id}#`, title] as const,
      ...(stored[at]?.sections ?? []).map((section) => [`${id}#${section.id}`, section.title || title] as const),
    ]),
  )
  const said = resolveLinks(pages).flatMap(({ id, title, markdown }) =>
    tasks.phrasesIn({ title, markdown, language: null }).flatMap(({ key, kind, means, page, section }) => {
      const meaning = page === '' ? means : (titles.get(`${page}#${section}`) ?? titles.get(`${page}#`))
      return meaning === undefined ? [] : [{ key, kind, means: meaning, space, page: id }]
    }),
  )
  const byKey = Map.groupBy(said, ({ key }) => key)
  return (question) => relatedOf(phraseKeys(question).flatMap((key) => byKey.get(key) ?? []))
}

/** Replaces the paths in links between the pages by the ids of pages, as an import does. */
function resolveLinks(pages: readonly CorpusPage[]): CorpusPage[] {
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
