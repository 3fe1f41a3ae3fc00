import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Place } from '../frame/model.ts'
import { addressOf } from '../routes/page.ts'
import { searchSite } from '../routes/search.ts'
import { oneLine } from './one-line.ts'
import { partAt } from './parts.ts'
import type { ToolReader } from './reader.ts'
import { noPart } from './results.ts'

const longestQuery = 200
const longestExcerpt = 600
/** Of a site with more parts the others are found by their pages. */
const mostNamed = 30

export const within = z
  .string()
  .max(2048)
  .optional()
  .describe(
    'Address or path of the part of the site to use: a section, or a version of it. Without it all sections are used, each in its main version.',
  )

export const searchInput = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .max(longestQuery)
    .describe('Words that the pages have; a few telling ones find more than a sentence.'),
  within,
})

/** What the search returns. */
export const foundPages = z.object({
  results: z.array(
    z.object({
      title: z.string(),
      address: z.string(),
      path: z.array(z.string()).describe('Where the page is: the section and the pages above it.'),
      passages: z.array(z.object({ heading: z.string(), address: z.string(), excerpt: z.string() })),
    }),
  ),
})

export const searchTool = (title: string, places: readonly Place[]) => ({
  title: 'Search the documentation',
  description:
    `Searches the pages of "${title}" and returns the best 20, each with its title, its address and the passages that ` +
    `answer. Read a page with read_page.${partsOf(places)}`,
})

const partsOf = (places: readonly Place[]) =>
  places.length < 2
    ? ''
    : ` Parts of the site that "within" can name: ${places.slice(0, mostNamed).map(partNamed).join(', ')}${places.length > mostNamed ? ', and others' : ''}.`

const partNamed = ({ section, variant }: Place) =>
  `"${variant.path || '/'}" (${oneLine([section.title, variant.title].filter((one) => one !== '').join(': '))})`

export async function searchPages(reader: ToolReader, input: z.output<typeof searchInput>): Promise<CallToolResult> {
  const part = await partAt(reader, input.within)
  if (!part) return noPart(input.within)
  const { site } = reader.visiting
  const results = (await searchSite(part.visiting, reader.trees, input.query, part.from)).map(
    ({ title, href, trail, sections }) => ({
      title,
      address: addressOf(site, href),
      path: trail,
      passages: sections.map((one) => ({
        heading: one.title,
        address: addressOf(site, one.href),
        excerpt: one.excerpt.slice(0, longestExcerpt).toWellFormed(),
      })),
    }),
  )
  const text = results.length > 0 ? JSON.stringify({ results }) : 'No page has these words: try fewer, or others.'
  return { content: [{ type: 'text', text }], structuredContent: { results } }
}
