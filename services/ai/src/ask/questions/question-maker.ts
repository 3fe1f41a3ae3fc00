import { setTimeout as delay } from 'node:timers/promises'
import { type Logger, type Loop, startLoop } from '@quire/kit'
import type { SearchIndex } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { answerable, type Reader } from '../../readers/reader.ts'
import { candidateSections, readStoredPages, searchRequest, selectBestPages } from '../candidate-sections.ts'
import { isAnswered } from './follow-ups.ts'
import {
  claimStaleSpace,
  currentQuestions,
  findStaleSpaces,
  type PageQuestion,
  type StaleSpace,
  storeQuestions,
} from './question-table.ts'
import { contentWords, questionOf } from './question-wording.ts'

/** The parts of a page from which questions are made. */
interface OutlinedPage {
  page: string
  revision: string
  title: string
  /** The titles of sections of up to three heading levels that have some text. */
  sections: string[]
  /** The ids of the pages that the page links to. */
  links: string[]
}

/**
 * Number of pages that are read. Pages are created in the order of the tree and ids grow, so the first ids come first.
 */
const pagesRead = 100

const minCharacters = 80

const sectionsOfPage = 2

/** Number of positions by which each doubling of its incoming links moves a page forward. */
const positionsPerLink = 8

/** Number of questions stored for a space, and of those that are looked up to find them. */
const limits = { stored: 10, tried: 20 }
/**
 * Number of spaces whose questions one request makes, and the time that it waits for them. Later requests make the
 * others.
 */
const requestLimits = { spaces: 3, waitMs: 1500 }

interface MakerParts {
  sql: () => Sql
  index: SearchIndex
  log: Logger
}

export interface QuestionMaker {
  /**
   * Makes the questions of a space that was indexed. A failure is logged; the next request for questions tries again.
   */
  make(spaceId: string, signal: AbortSignal): Promise<void>
  /** Makes the questions that a reader's spaces lack, some spaces per call, and waits for them only briefly. */
  makeFor(reader: Reader): Promise<void>
  /** Makes the questions of a space that the caller claimed. */
  makeOf(space: StaleSpace, signal: AbortSignal): Promise<void>
}

/** Makes questions that spaces answer. Each is looked up in its own space alone, so that none reveals another space. */
export function questionMaker({ sql, index, log }: MakerParts): QuestionMaker {
  const making = new Map<string, Promise<void>>()

  async function makeOf(space: StaleSpace, signal?: AbortSignal): Promise<void> {
    const current = new Set((await currentQuestions(sql(), space.space)).map(keyOf))
    const candidates = await candidatesOf(sql(), space.space, space.language)
    const questions: PageQuestion[] = []
    let tried = 0
    for (const one of candidates) {
      if (questions.length >= limits.stored || tried >= limits.tried || signal?.aborted) break
      const isKnown = current.has(keyOf(one))
      if (!isKnown) tried += 1
      if (isKnown || (await isAnsweredIn(space, one))) questions.push(one)
    }
    if (!signal?.aborted) await storeQuestions(sql(), space, questions)
  }

  async function isAnsweredIn(space: StaleSpace, { page, question }: PageQuestion): Promise<boolean> {
    const { organization, version } = space
    const { pages } = await index.search({ organization, version, readable: [space.space], ...searchRequest(question) })
    const best = selectBestPages(pages)
    return isAnswered(
      { spaceId: space.space, pageId: page },
      candidateSections(best, await readStoredPages(sql(), best)),
    )
  }

  /** Runs once at a time for a space; never throws. */
  function makeOnce(space: StaleSpace, signal?: AbortSignal): Promise<void> {
    const running = making.get(space.space)
    if (running) return running
    const made = makeOf(space, signal)
      .catch((error: unknown) => log.warn({ err: error, space: space.space }, 'questions cannot be made'))
      .finally(() => making.delete(space.space))
    making.set(space.space, made)
    return made
  }

  async function makeWhere(where: ReturnType<typeof raw<boolean>>, signal?: AbortSignal): Promise<void> {
    const spaces = await findStaleSpaces(sql(), where, requestLimits.spaces)
    for (const space of spaces) await makeOnce(space, signal)
  }

  return {
    async make(spaceId, signal) {
      try {
        await makeWhere(raw<boolean>`space.space_id = ${spaceId}`, signal)
      } catch (error) {
        log.warn({ err: error, space: spaceId }, 'questions cannot be made')
      }
    },
    async makeFor(reader) {
      const where = raw<boolean>`space.organization_id = ${reader.organizationId} and ${answerable(reader, 'space.space_id')}`
      const waited = Promise.withResolvers<void>()
      const timer = setTimeout(waited.resolve, requestLimits.waitMs)
      const made = makeWhere(where).finally(() => clearTimeout(timer))
      await Promise.race([made, waited.promise])
    },
    makeOf: makeOnce,
  }
}

const keyOf = ({ page, revision, question }: PageQuestion): string => JSON.stringify([page, revision, question])

/**
 * Interval of the search for spaces without questions. Indexing makes questions; this covers older releases and kills.
 */
const everyMs = 5 * 60_000

/**
 * Makes the questions that spaces lack, one space at a time; one replica works on a space. Rests after each space for
 * as long as the work took, so that people who ask have most of the processor.
 */
export function startQuestions({
  sql,
  questions,
  log,
}: {
  sql: () => Sql
  questions: QuestionMaker
  log: Logger
}): Loop {
  return startLoop({ name: 'questions', everyMs, log }, async (signal) => {
    while (!signal.aborted) {
      const begun = performance.now()
      const space = await claimStaleSpace(sql())
      if (!space) return
      await questions.makeOf(space, signal)
      await delay(performance.now() - begun, undefined, { signal }).catch(() => undefined)
    }
  })
}

/**
 * Returns questions that the pages of a space might answer, the most important first: those of page titles, then those
 * of section titles; no two questions ask the same.
 */
async function candidatesOf(sql: Sql, space: string, language: string | null): Promise<PageQuestion[]> {
  const pages = byImportance(await readPages(sql, space))
  const titles = Map.groupBy(
    pages.flatMap(({ sections }) => sections),
    (title) => title.toLowerCase(),
  )
  const ofPages = pages.map((page) => ({ page, title: page.title }))
  const ofSections = pages.flatMap((page) =>
    // A title that several pages have, such as "Example", says nothing without its page.
    page.sections
      .filter((title) => titles.get(title.toLowerCase())?.length === 1)
      .slice(0, sectionsOfPage)
      .map((title) => ({ page, title })),
  )
  const known = new Set<string>()
  return [...ofPages, ...ofSections].flatMap(({ page: { page, revision }, title }) => {
    const question = questionOf(title, language)
    const about = contentWords(question ?? '', language).join(' ')
    if (question === undefined || about === '' || known.has(about)) return []
    known.add(about)
    return [{ page, revision, question }]
  })
}

/** Reads at most `pagesRead` pages. */
async function readPages(sql: Sql, space: string): Promise<OutlinedPage[]> {
  const { rows } = await raw<OutlinedPage>`
    select id as page, revision, title,
      array(
        select section->>'title' from jsonb_array_elements(sections) with ordinality as all_sections (section, place)
        where (section->>'level')::int between 1 and 3 and length(section->>'markdown') >= ${minCharacters}
        order by place) as sections,
      array(select distinct link[1] from regexp_matches(sections::text, '/pages/([\\w-]+)', 'g') as link) as links
    from page where space_id = ${space} order by id limit ${pagesRead}`.execute(sql)
  return rows
}

function byImportance(pages: readonly OutlinedPage[]): OutlinedPage[] {
  const linked = new Map<string, number>()
  for (const { page, links } of pages)
    for (const link of links) if (link !== page) linked.set(link, (linked.get(link) ?? 0) + 1)
  const positionOf = (page: OutlinedPage, position: number) =>
    position - positionsPerLink * Math.log2(1 + (linked.get(page.page) ?? 0))
  return pages
    .map((page, position) => ({ page, position: positionOf(page, position) }))
    .toSorted((one, other) => one.position - other.position)
    .map(({ page }) => page)
}
