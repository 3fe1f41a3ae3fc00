import type { ContentChange } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import { type OpenRevision, openRevision } from '../../pages/open-revision.ts'
import { inField } from '../../pages/text-conversion.ts'
import type { RevisionEditor } from '../../storage/revisions/revision-editor.ts'
import { childKey, childrenPrefix, type PageEntry } from '../../storage/revisions/revision-entries.ts'
import { childrenOf, markdownOf, pageById } from '../../storage/revisions/revision-reads.ts'
import { rank, slice, span } from '../../storage/trees/tree-reads.ts'
import type { Batch } from './batch-references.ts'

/**
 * Reverts a page to its state in another revision of the space, by default the live revision that the change request is
 * based on. Removes an added page; restores a deleted page with its descendants; restores content and position of any
 * other page. Throws 400 if neither revision has the page, 404 if the space has no such revision.
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
  if (!page) return affected.changed(...(await removeAdded(editor, earlier, id, field)))
  affected.changed(id)
  texts.delete(id)
  if (await editor.page(id)) return restore(editor, earlier, id, page, field)
  for (const one of await withDescendants(editor, earlier, id, page)) {
    affected.changed(one.id)
    await restore(editor, earlier, one.id, one.page, field)
  }
}

/**
 * Reverts only the given blocks; position and attributes of the page stay. Throws 400 naming a key that is no outermost
 * block of either text, or of one that did not change.
 */
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
  const reverted = await inField(at, () => context.parser.run('revertBlocks', then, now, block))
  if ('unknown' in reverted)
    throw badRequest(
      `${at}.${reverted.unknown}`,
      `${block[reverted.unknown]} is no outermost block of the page that changed`,
    )
  texts.set(id, { markdown: reverted.markdown, field: at })
  affected.changed(id)
}

/** Removes an added page with its added descendants. Children that existed before move up to its parent. */
async function removeAdded(
  editor: RevisionEditor,
  earlier: OpenRevision,
  id: string,
  field: string,
): Promise<string[]> {
  const page = await editor.page(id)
  if (!page) throw badRequest(`${field}.page`, 'names no page of either revision')
  const preexisting: string[] = []
  const waiting = [id]
  for (const parent of waiting)
    for (const child of await editor.children(parent))
      if (await pageById(earlier.storage, earlier.revision.roots, child)) preexisting.push(child)
      else waiting.push(child)
  for (const child of preexisting) await editor.updatePage(child, { into: page.parent }, field)
  return [...preexisting, ...(await editor.deletePage(id, field))]
}

/**
 * Returns a deleted page with its deleted descendants, parents first. Leaves out descendants that were moved elsewhere.
 */
async function withDescendants(
  editor: RevisionEditor,
  { storage, revision }: OpenRevision,
  id: string,
  page: PageEntry,
) {
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
  const position = into === page.parent ? { into, after: await precedingSibling(editor, earlier, id, page) } : { into }
  await editor.restorePage(id, page, await markdownOf(earlier.storage, page), position, field)
}

/**
 * Returns the earlier parent of a page; the top level if the parent was deleted; the current parent if the earlier one
 * is now below the page itself.
 */
async function parentFor(editor: RevisionEditor, id: string, page: PageEntry): Promise<string | null> {
  if (page.parent === null || !(await editor.page(page.parent))) return null
  for (let above: string | null = page.parent; above !== null; above = (await editor.page(above))?.parent ?? null)
    if (above === id) return (await editor.page(id))?.parent ?? null
  return page.parent
}

/** Returns the nearest preceding sibling that is still under the same parent; null if there is none. */
async function precedingSibling(
  editor: RevisionEditor,
  { storage, revision }: OpenRevision,
  id: string,
  page: PageEntry,
) {
  const { children } = revision.roots
  const [from] = await span(storage.nodes, children, childrenPrefix(page.parent))
  for (let at = (await rank(storage.nodes, children, childKey(id, page))) - 1; at >= from; at--) {
    const sibling = (await slice(storage.nodes, children, at, at + 1))[0]?.[1] ?? ''
    if ((await editor.page(sibling))?.parent === page.parent) return sibling
  }
  return null
}
