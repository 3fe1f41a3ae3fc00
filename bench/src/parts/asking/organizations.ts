import { setTimeout } from 'node:timers/promises'
import { questionAbout } from '../../data/generated-text.ts'
import { createOrganization, importSpace } from '../../data/pages.ts'
import type { Measuring } from '../../part.ts'
import { type Quire, withDatabase } from '../../system.ts'

/** A generated page has an introduction and four sections. */
const sectionsOfPage = 5
const pagesOfSpace = 10_000
const pollEveryMs = 100
const maxMinutes = 5

/** An organization with the number of sections in all of its spaces. */
export interface AskedOrganization {
  id: string
  sections: number
  /** Each is about one page. */
  questions: string[]
}

/** Creates an organization of each size through the interface, and waits until ai has indexed them. */
export async function makeAskedOrganizations(on: Measuring): Promise<AskedOrganization[]> {
  const organizations: AskedOrganization[] = []
  for (const sections of on.options.askedSections) {
    on.say(`an organization of ${sections} sections`)
    const id = await createOrganization(on, `${sections} sections`)
    const pages = sections / sectionsOfPage
    for (let left = pages; left > 0; left -= pagesOfSpace) await importSpace(on, id, `${Math.min(left, pagesOfSpace)}`)
    const questions = Array.from({ length: 200 }, (_, number) =>
      questionAbout((number * 37) % Math.min(pages, pagesOfSpace)),
    )
    organizations.push({ id, sections, questions })
  }
  await waitUntilIndexed(on.quire, await countSpaces(on.quire), on.signal)
  return organizations
}

/** The number of spaces whose events ai has received. */
const countSpaces = ({ services }: Quire): Promise<number> =>
  withDatabase(services.ai.databaseUrl, async (database) => {
    const { rows } = await database.query('select count(*)::int as spaces from search_space where wanted is not null')
    return rows[0].spaces
  })

/** Resolves once ai has indexed this number of spaces. */
const waitUntilIndexed = ({ services }: Quire, spaces: number, signal: AbortSignal): Promise<void> =>
  withDatabase(services.ai.databaseUrl, async (database) => {
    const begun = performance.now()
    const held = 'select count(*)::int as held from search_space where wanted is not null and not pending'
    while ((await database.query(held)).rows[0].held < spaces) {
      if (performance.now() - begun > maxMinutes * 60_000)
        throw new Error(`ai has not indexed its spaces within ${maxMinutes} minutes`)
      await setTimeout(pollEveryMs, undefined, { signal })
    }
  })

const truncateAll = `
  do $$ declare found record; begin
    for found in select tablename from pg_tables where schemaname = 'public' and tablename not like '%migrations%'
    loop execute format('truncate %I cascade', found.tablename); end loop;
  end $$`

/**
 * Kills ai, empties its database and returns the seconds until ai has indexed all spaces again: the supervisor starts ai, the
 * owners repeat their events, and ai reads every page.
 */
export async function rebuildSeconds(quire: Quire, signal: AbortSignal): Promise<number> {
  const spaces = await countSpaces(quire)
  await withDatabase(quire.services.ai.databaseUrl, async (database) => {
    quire.kill('ai')
    await database.query(truncateAll)
  })
  const begun = performance.now()
  await waitUntilIndexed(quire, spaces, signal)
  return (performance.now() - begun) / 1000
}
