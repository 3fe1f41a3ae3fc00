import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { firstDocument } from '../content/tree.ts'
import { placesOf, type TreeNode } from '../frame/model.ts'
import { pageMarkdown } from '../routes/pages.ts'
import { decodedPath } from '../routes/visit-address.ts'
import { addressIn } from './addresses.ts'
import type { ToolReader } from './reader.ts'
import { toolError } from './results.ts'

/** Characters of one answer: what models take at once, and a text may be far longer. */
const longestAnswer = 50_000

export const pageInput = z.object({
  page: z
    .string()
    .min(1)
    .max(2048)
    .describe('Address of the page as search and llms.txt have it, or its path on the site; "/" is the first page.'),
  from: z
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(0)
    .describe('The character to begin with, to go on with a page that is too long for one answer.'),
})

export const pageTool = (title: string) => ({
  title: 'Read a page of the documentation',
  description: `Returns a page of "${title}" as markdown, with absolute links to other pages.`,
})

export async function readPage(
  reader: ToolReader,
  { page, from }: z.output<typeof pageInput>,
): Promise<CallToolResult> {
  const { visiting, trees } = reader
  const { site } = visiting
  const url = addressIn(site, page)
  const found = url && (await find(reader, url))
  if (found && 'redirect' in found) return toolError(`This address leads to another site: ${found.redirect}`)
  const place = found && placesOf(site).find(({ variant }) => variant.id === found.space.id)
  const tree = place && (await trees.of(place))
  const node = tree && documentAt(tree, decodedPath(found.pathname))
  if (!place || !node) return toolError(`There is no page at ${JSON.stringify(page)}: find pages with search.`)
  return pieceOf(await pageMarkdown(visiting, trees, { place, tree, node }), from)
}

/** A place on this site, or where the site leads to from there. */
async function find({ visiting: { site }, resolve }: ToolReader, url: string) {
  const found = await resolve(url)
  const place = found && 'redirect' in found && found.target === 'content' ? await resolve(found.redirect) : found
  if (place && 'redirect' in place) return place.site === site.id ? place : undefined
  return place?.site.id === site.id ? place : undefined
}

/** As the page and its markdown are addressed; a group stands for its first page. */
function documentAt(
  { listed, byPath }: { listed: readonly TreeNode[]; byPath: ReadonlyMap<string, TreeNode> },
  path: string,
) {
  const node = path === '' ? listed[0] : (byPath.get(path) ?? byPath.get(path.replace(/\.md$/, '')))
  const page = node?.type === 'group' ? firstDocument(node) : node
  return page?.type === 'document' ? page : undefined
}

/** A text from a character on, to the end of a line where there is more of it than one answer holds. */
function pieceOf(text: string, from: number): CallToolResult {
  if (from > 0 && from >= text.length) return toolError(`The page has ${text.length} characters: begin earlier.`)
  const most = from + longestAnswer
  const line = text.lastIndexOf('\n', most - 1) + 1
  const end = most >= text.length ? text.length : line > from ? line : most
  const said = (part: string) => ({ type: 'text' as const, text: part })
  const piece = said(text.slice(from, end).toWellFormed())
  if (end === text.length) return { content: [piece] }
  return {
    content: [piece, said(`The page has ${text.length} characters. Call read_page with "from": ${end} to go on.`)],
  }
}
