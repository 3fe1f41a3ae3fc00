import { conflict, notFound } from '@quire/kit'
import type { Roots } from '../../storage/revisions/revision-entries.ts'
import { type PageNode, pageById, pageTree } from '../../storage/revisions/revision-reads.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import type { PdfGrant } from './pdf-address.ts'
import { pdfLimits } from './pdf-limits.ts'

/** A page to be printed, and the number of its printed ancestors. */
export interface SelectedPage extends Pick<PageNode, 'id' | 'page'> {
  depth: number
}

/**
 * Selects the pages of a PDF in the order of reading. Hidden pages are left out with their subpages, as in a table of
 * contents, except for a hidden page that is requested itself.
 */
export async function selectPages(
  storage: Storage,
  roots: Roots,
  { page: id, only }: Pick<PdfGrant, 'page' | 'only'>,
): Promise<SelectedPage[]> {
  if (id === undefined) return flattened((await pageTree(storage, roots)).filter(isVisible))
  if (only) {
    const page = await pageById(storage, roots, id)
    if (!page) throw notFound('The page')
    return [{ id, page, depth: 0 }]
  }
  const found = nodeOf(await pageTree(storage, roots), id)
  if (!found) throw notFound('The page')
  return flattened([found])
}

const isVisible = ({ page }: PageNode) => page.hidden !== true

function nodeOf(top: readonly PageNode[], id: string): PageNode | undefined {
  const waiting = [...top]
  for (const node of waiting) {
    if (node.id === id) return node
    for (const child of node.pages) waiting.push(child)
  }
  return undefined
}

/** Flattens page trees without recursion, because their depth is unlimited. */
function flattened(top: readonly PageNode[]): SelectedPage[] {
  const selected: SelectedPage[] = []
  const waiting = top.map((node) => ({ node, depth: 0 })).reverse()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next
    selected.push({ id: node.id, page: node.page, depth })
    for (const child of node.pages.filter(isVisible).reverse()) waiting.push({ node: child, depth: depth + 1 })
  }
  if (selected.length > pdfLimits.pages)
    throw conflict(`A PDF holds at most ${pdfLimits.pages} pages: ask for a part of them by \`page\`.`)
  return selected
}
