import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { must } from '../api.ts'
import { type Filling, filled } from '../data.ts'
import { withDatabase } from '../database.ts'
import type { Quire } from '../system.ts'
import { questionAbout } from '../words.ts'

/** A generated page has an introduction and four sections. */
const sectionsOfPage = 5
const pagesOfSpace = 10_000
const lookEveryMs = 100
const mostMinutes = 5

/** An organization whose spaces have so many sections together. */
export interface AskedOrganization {
  id: string
  sections: number
  /** One about each of some pages. */
  questions: string[]
}

interface MakeOptions extends Omit<Filling, 'organization'> {
  quire: Quire
  sizes: number[]
  signal: AbortSignal
}

/** Makes an organization of each size through the interface; ai has then indexed all of it. */
export async function makeAsked({ quire, sizes, signal, ...filling }: MakeOptions): Promise<AskedOrganization[]> {
  const made: AskedOrganization[] = []
  for (const sections of sizes) {
    const organization = await must(filling.send('POST', '/v1/orgs', { title: `${sections} sections` }))
    const { id } = z.object({ id: z.string() }).parse(organization)
    const pages = sections / sectionsOfPage
    for (let left = pages; left > 0; left -= pagesOfSpace)
      await filled({ ...filling, organization: id }, `${Math.min(left, pagesOfSpace)}`)
    const questions = Array.from({ length: 200 }, (_, number) =>
      questionAbout((number * 37) % Math.min(pages, pagesOfSpace)),
    )
    made.push({ id, sections, questions })
  }
  await indexed(quire, await spacesIn(quire), signal)
  return made
}

/** How many spaces ai has heard of. */
export const spacesIn = ({ services }: Quire): Promise<number> =>
  withDatabase(services.ai.databaseUrl, async (database) => {
    const { rows } = await database.query('select count(*)::int as spaces from search_space where wanted is not null')
    return rows[0].spaces
  })

/** Resolves once ai holds so many spaces as they are wanted. */
export const indexed = ({ services }: Quire, spaces: number, signal: AbortSignal): Promise<void> =>
  withDatabase(services.ai.databaseUrl, async (database) => {
    const begun = performance.now()
    const held = 'select count(*)::int as held from search_space where wanted is not null and not pending'
    while ((await database.query(held)).rows[0].held < spaces) {
      if (performance.now() - begun > mostMinutes * 60_000) throw new Error('the index is not whole')
      await setTimeout(lookEveryMs, undefined, { signal })
    }
  })
