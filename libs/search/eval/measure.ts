import { rankSections, search } from '../src/index.ts'
import type { Case, CorpusPage } from './corpus.ts'
import type { indexRows, openDatabase, Row } from './database.ts'

type Database = Awaited<ReturnType<typeof openDatabase>>
type Source = Awaited<ReturnType<typeof indexRows>>

/** Shares of the cases with an expected page first and among the first five, and the mean of 1 / its place. */
interface Quality {
  recall1: number
  recall5: number
  meanReciprocalRank: number
  /** The place of the first expected page in each case, 0 where none was found. */
  places: Record<string, number>
}

/** The pages of the corpus as rows of the search table. */
export function pageRows(pages: readonly CorpusPage[]): Row[] {
  return pages.map(({ path, title, sections }) => ({
    id: path,
    title,
    headings: [pathWords(path), ...sections.slice(1).map((section) => section.title)],
    body: sections.map(({ text }) => text).join('\n'),
  }))
}

function pathWords(path: string): string {
  return path.replace(/(README)?\.md$/, '')
}

/** Paths of pages for a search or question, best first. */
export async function findPages(db: Database, source: Source, text: string, order?: 'best-first'): Promise<string[]> {
  const found = await search(db, source, text, order ? { order } : {})
  return found.map(({ candidate }) => candidate.id)
}

/** How far the confidence in the best section of the pages found tells questions with an answer from those without. */
export async function confidence(
  db: Database,
  source: Source,
  pages: readonly CorpusPage[],
  text: string,
): Promise<number> {
  const paths = new Set((await findPages(db, source, text, 'best-first')).slice(0, 10))
  const sections = pages
    .filter(({ path }) => paths.has(path))
    .flatMap((page) =>
      page.sections.map(({ title, text }) => ({ titles: [pathWords(page.path), page.title, title], text })),
    )
  return rankSections(text, sections)[0]?.confidence ?? 0
}

export async function measure(cases: readonly Case[], find: (text: string) => Promise<string[]>): Promise<Quality> {
  const places: Record<string, number> = {}
  for (const { id, text, expected } of cases) {
    if (expected.length > 0) places[id] = (await find(text)).findIndex((path) => expected.includes(path)) + 1
  }
  const all = Object.values(places)
  const share = (test: (place: number) => boolean) => all.filter(test).length / all.length
  return {
    recall1: share((place) => place === 1),
    recall5: share((place) => place > 0 && place <= 5),
    meanReciprocalRank: all.reduce((sum, place) => sum + (place > 0 ? 1 / place : 0), 0) / all.length,
    places,
  }
}
