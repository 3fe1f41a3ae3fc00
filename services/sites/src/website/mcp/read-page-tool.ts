import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { firstDocument } from '../content/page-tree.ts'
import { pageMarkdown } from '../page/page-markdown.ts'
import { locationsOf, type TreeNode } from '../site/site-model.ts'
import { decodedPath } from '../visit/visit-address.ts'
import { addressIn } from './site-part.ts'
import { toolError } from './tool-results.ts'
import type { ToolVisitor } from './tool-visitor.ts'

/** Characters of one answer: a page may be far longer than a model accepts at once. */
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

/** The input of clients that name the page `url`. */
export const aliasedPageInput = z.object({ url: pageInput.shape.page, from: pageInput.shape.from })

export const pageTool = (title: string) => ({
  title: 'Read a page of the documentation',
  description: `Returns a page of "${title}" as markdown, with absolute links to other pages.`,
})

export async function readPage(
  visitor: ToolVisitor,
  { page, from }: z.output<typeof pageInput>,
): Promise<CallToolResult> {
  const { pageContext, trees } = visitor
  const { site } = pageContext
  const url = addressIn(site, page)
  const found = url && (await find(visitor, url))
  if (found && 'redirect' in found) return toolError(`This address leads to another site: ${found.redirect}`)
  const location = found && locationsOf(site).find(({ variant }) => variant.id === found.space.id)
  const tree = location && (await trees.of(location))
  const node = tree && documentAt(tree, decodedPath(found.pathname))
  if (!location || !node) return toolError(`There is no page at ${JSON.stringify(page)}: find pages with search.`)
  return pieceOf(await pageMarkdown(pageContext, trees, { location, tree, node }), from)
}

/** Resolves an address on this site, following one redirect. */
async function find({ pageContext: { site }, resolve }: ToolVisitor, url: string) {
  const found = await resolve(url)
  const location = found && 'redirect' in found && found.target === 'content' ? await resolve(found.redirect) : found
  if (location && 'redirect' in location) return location.site === site.id ? location : undefined
  return location?.site.id === site.id ? location : undefined
}

/** Returns the document at a path, which may have the suffix of its markdown; a group stands for its first page. */
function documentAt(
  { listed, byPath }: { listed: readonly TreeNode[]; byPath: ReadonlyMap<string, TreeNode> },
  path: string,
) {
  const node = path === '' ? listed[0] : (byPath.get(path) ?? byPath.get(path.replace(/\.md$/, '')))
  const page = node?.type === 'group' ? firstDocument(node) : node
  return page?.type === 'document' ? page : undefined
}

/** Returns a piece of a text, up to the end of a line if the rest does not fit. */
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
