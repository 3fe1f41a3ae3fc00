import type { ContentChange } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import { type OpenRevision, openRevision } from '../pages/history.ts'
import type { RevisionEditor } from '../revisions/editor.ts'
import { childKey, childrenPrefix, type PageEntry } from '../revisions/entries.ts'
import { childrenOf, markdownOf, pageById } from '../revisions/reader.ts'
import { rank, slice, span } from '../trees/read.ts'
import { withBlocksOf } from './block-reverts.ts'
import type { Batch } from './content-changes.ts'

/**
 * Makes a page what it was in another revision of the space, by default the one that the change request grew from. A
 * page that was not there goes. A page that is gone comes back with what lay beneath it. Any other page is as it was
 * and where it was. Throws 400 where neither revision has it, 404 where the space has no such revision.
 */
export async function revertPage(
  batch: Batch,
  { page: id, revision = batch.base, block }: Extract<ContentChange, { operation: 'revert_page' }>,
  field: string,
): Promise<void> {
  const { context, editor, open, affected, texts } = batch
  const earlier = await openRevision(context, open.revision.spaceId, revision)
  const page = await pageById(earlier.storage, earlier.revision.roots, id)
  if (block) return revertBlocks(batch, { id, earlier, page, block }, field)
  if (!page) return affected.changed(...(await takeBack(editor, earlier, id, field)))
  affected.changed(id)
  texts.delete(id)
  if (await editor.page(id)) return restore(editor, earlier, id, page, field)
  for (const one of await withBeneath(editor, earlier, id, page)) {
    affected.changed(one.id)
    await restore(editor, earlier, one.id, one.page, field)
  }
}

/** With blocks named, only they are reverted: the page's place and attributes stay. */
async function revertBlocks(
  { context, editor, open, affected, texts }: Batch,
  { id, earlier, page, block }: { id: string; earlier: OpenRevision; page: PageEntry | undefined; block: string[] },
  field: string,
): Promise<void> {
  const current = await editor.page(id)
  if (!current || !page) throw badRequest(`${field}.page`, 'names no page of both revisions: revert it whole')
  const now = texts.get(id)?.markdown ?? (await markdownOf(open.storage, current))
  const then = await markdownOf(earlier.storage, page)
  const at = `${field}.block`
  const markdown = await withBlocksOf(context.parser, { earlier: then, now }, block, at)
  texts.set(id, { markdown, field: at })
  affected.changed(id)
}

/** Removes a page that was added, with what was added beneath it. What was there before stays in its place. */
async function takeBack(editor: RevisionEditor, earlier: OpenRevision, id: string, field: string): Promise<string[]> {
  const page = await editor.page(id)
  if (!page) throw badRequest(`${field}.page`, 'names no page of either revision')
  const kept: string[] = []
  const waiting = [id]
  for (const parent of waiting)
    for (const child of await editor.children(parent))
      if (await pageById(earlier.storage, earlier.revision.roots, child)) kept.push(child)
      else waiting.push(child)
  for (const child of kept) await editor.updatePage(child, { into: page.parent }, field)
  return [...kept, ...(await editor.deletePage(id, field))]
}

/**
 * A page that is gone with all beneath it that is gone too, parents first. What moved elsewhere meanwhile stays there.
 */
async function withBeneath(editor: RevisionEditor, { storage, revision }: OpenRevision, id: string, page: PageEntry) {
  const found = [{ id, page }]
  for (const { id: parent } of found)
    for (const child of await childrenOf(storage, revision.roots, parent))
      if (!(await editor.page(child.id))) found.push(child)
  return found
}

async function restore(
  editor: RevisionEditor,
  earlier: OpenRevision,
  id: string,
  page: PageEntry,
  field: string,
): Promise<void> {
  const into = await parentFor(editor, id, page)
  const place = into === page.parent ? { into, behind: await behind(editor, earlier, id, page) } : { into }
  await editor.restorePage(id, page, await markdownOf(earlier.storage, page), place, field)
}

/**
 * The parent that it had; the top where that is gone; the present parent where that now lies beneath the page itself.
 */
async function parentFor(editor: RevisionEditor, id: string, page: PageEntry): Promise<string | null> {
  if (page.parent === null || !(await editor.page(page.parent))) return null
  for (let above: string | null = page.parent; above !== null; above = (await editor.page(above))?.parent ?? null)
    if (above === id) return (await editor.page(id))?.parent ?? null
  return page.parent
}

/** The nearest earlier sibling that still is its sibling; null for none. */
async function behind(editor: RevisionEditor, { storage, revision }: OpenRevision, id: string, page: PageEntry) {
  const { children } = revision.roots
  const [from] = await span(storage.nodes, children, childrenPrefix(page.parent))
  for (let at = (await rank(storage.nodes, children, childKey(id, page))) - 1; at >= from; at--) {
    const sibling = (await slice(storage.nodes, children, at, at + 1))[0]?.[1] ?? ''
    if ((await editor.page(sibling))?.parent === page.parent) return sibling
  }
  return null
}
