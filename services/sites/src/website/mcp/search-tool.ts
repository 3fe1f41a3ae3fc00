import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { searchSite } from '../search/search-site.ts'
import { addressOf } from '../site/site-hrefs.ts'
import type { SiteLocation } from '../site/site-model.ts'
import { partAt } from './site-part.ts'
import { noPart, oneLine } from './tool-results.ts'
import type { ToolVisitor } from './tool-visitor.ts'

const longestQuery = 200
const longestExcerpt = 600
/** A site with more parts lists only the first ones; the others are found through their pages. */
const maxNamed = 30

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

/** The result of the search. */
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

export const searchTool = (title: string, locations: readonly SiteLocation[]) => ({
  title: 'Search the documentation',
  description:
    `Searches the pages of "${title}" and returns the best 20, each with its title, its address and the passages that ` +
    `answer. Read a page with read_page.${partsOf(locations)}`,
})

const partsOf = (locations: readonly SiteLocation[]) =>
  locations.length < 2
    ? ''
    : ` Parts of the site that "within" can name: ${locations.slice(0, maxNamed).map(partNamed).join(', ')}${locations.length > maxNamed ? ', and others' : ''}.`

const partNamed = ({ section, variant }: SiteLocation) =>
  `"${variant.path || '/'}" (${oneLine([section.title, variant.title].filter((one) => one !== '').join(': '))})`

export async function searchPages(visitor: ToolVisitor, input: z.output<typeof searchInput>): Promise<CallToolResult> {
  const part = await partAt(visitor, input.within)
  if (!part) return noPart(input.within)
  const { site } = visitor.pageContext
  const results = (await searchSite(part.pageContext, visitor.trees, input.query, part.from)).map(
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
