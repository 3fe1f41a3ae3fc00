import { hash } from 'node:crypto'
import type { PublishedTree, TreePage } from '@quire/contracts'
import type { Roots } from '../revisions/entries.ts'
import { type PageNode, pageTree } from '../revisions/reader.ts'
import type { Storage } from '../revisions/storage.ts'

/** Every page of a revision, each behind the one it lies under: the same for all visitors, so sites may keep it. */
export async function publishedTree(storage: Storage, roots: Roots): Promise<PublishedTree> {
  const pages: TreePage[] = []
  // A stack instead of recursion: pages may lie deep.
  const waiting = (await pageTree(storage, roots)).reverse()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    pages.push(treePage(node))
    waiting.push(...node.pages.toReversed())
  }
  return { pages, shared: hash('sha256', `${roots.files} ${roots.reusables}`, 'base64url') }
}

/** What is not set is undefined, which JSON leaves out. */
function treePage({ id, page }: PageNode): TreePage {
  const { parent, type, title, linkTitle, emoji, icon, description, slug } = page
  const { hidden, noIndex, noRobotsIndex, condition, updatedAt, target } = page
  const variables = condition === undefined ? undefined : page.variables
  const names = { id, parent, type, title, linkTitle, emoji, icon, description, slug }
  return { ...names, hidden, noIndex, noRobotsIndex, condition, variables, updatedAt, target, text: textOf(page) }
}

/** The text's hash says it for most pages. */
function textOf({ document, layout, cover, variables }: PageNode['page']): string {
  const all = [document, layout, cover, variables]
  return all.slice(1).some((one) => one !== undefined)
    ? hash('sha256', JSON.stringify(all), 'base64url')
    : (document ?? '')
}
