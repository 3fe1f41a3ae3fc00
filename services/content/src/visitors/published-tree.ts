import { hash } from 'node:crypto'
import type { PublishedTree, TreePage } from '@quire/contracts'
import type { Roots } from '../storage/revisions/revision-entries.ts'
import { type PageNode, pageTree } from '../storage/revisions/revision-reads.ts'
import type { Storage } from '../storage/revisions/storage.ts'

/**
 * Lists every page of a revision, each behind its parent. The list is the same for all visitors, so sites may cache it.
 */
export async function publishedTree(storage: Storage, roots: Roots): Promise<PublishedTree> {
  const pages: TreePage[] = []
  // A stack instead of recursion: pages may be nested deeply.
  const waiting = (await pageTree(storage, roots)).reverse()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    pages.push(treePage(node))
    waiting.push(...node.pages.toReversed())
  }
  return { pages, shared: hash('sha256', `${roots.files} ${roots.reusables}`, 'base64url') }
}

/** Presents a page; unset fields are undefined, which JSON leaves out. */
function treePage({ id, page }: PageNode): TreePage {
  const { parent, type, title, linkTitle, emoji, icon, description, slug } = page
  const { hidden, noIndex, noRobotsIndex, condition, updatedAt, target } = page
  const variables = condition === undefined ? undefined : page.variables
  const names = { id, parent, type, title, linkTitle, emoji, icon, description, slug }
  return { ...names, hidden, noIndex, noRobotsIndex, condition, variables, updatedAt, target, text: textOf(page) }
}

/** Identifies the content of a page: by the hash of its text, unless it has a layout, a cover or variables. */
function textOf({ document, layout, cover, variables }: PageNode['page']): string {
  const all = [document, layout, cover, variables]
  return all.slice(1).some((one) => one !== undefined)
    ? hash('sha256', JSON.stringify(all), 'base64url')
    : (document ?? '')
}
