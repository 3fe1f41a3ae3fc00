import type { ContentChange } from '@quire/contracts'
import type { KeyedBlock } from '@quire/document'
import { badRequest } from '@quire/kit'
import { resultOf } from '@quire/parsing'
import { diffIndices } from 'node-diff3'
import { type OpenRevision, openRevision } from '../../pages/open-revision.ts'
import { inField } from '../../pages/text-conversion.ts'
import type { RevisionEditor } from '../../storage/revisions/revision-editor.ts'
import { childKey, childrenPrefix, type PageEntry } from '../../storage/revisions/revision-entries.ts'
import { childrenOf, markdownOf, pageById } from '../../storage/revisions/revision-reads.ts'
import { rank, slice, span } from '../../storage/trees/tree-reads.ts'
import type { EditingParser } from '../context.ts'
import type { Batch } from './batch-references.ts'

/** A differing part of a text: its earlier and current blocks. */
interface Hunk {
  before: KeyedBlock[]
  now: KeyedBlock[]
}

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

/** Reverts only the given blocks; position and attributes of the page stay. */
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

/**
 * Returns the text with some of its blocks reverted to `earlier`. Added blocks are removed, deleted blocks are
 * restored, changed and moved blocks get their earlier content and position; all other blocks stay as they are. `keys`
 * identify outermost blocks of either text. Throws 400 naming, below `field`, a key that is not such a block or did not
 * change.
 */
async function withBlocksOf(
  parser: EditingParser,
  { earlier, now }: { earlier: string; now: string },
  keys: readonly string[],
  field: string,
): Promise<string> {
  const read = await parser.runEach('pageBlocks', [[earlier], [now]])
  const [before = [], after = []] = await inField(field, async () => read.map((one) => resultOf(one)))
  const parts = compared(before, after)
  const changed = new Set(parts.flatMap((part) => ('key' in part ? [] : [...part.before, ...part.now])).map(keyOf))
  for (const [index, key] of keys.entries())
    if (!changed.has(key))
      throw badRequest(`${field}.${index}`, `${key} is no outermost block of the page that changed`)
  const there = new Set(after.map(keyOf))
  const moved = new Set(before.map(keyOf).filter((key) => there.has(key)))
  return joinBlocks(parts.flatMap((part) => ('key' in part ? [part] : revertPart(part, new Set(keys), moved))))
}

const keyOf = ({ key }: KeyedBlock) => key

/** Compares the blocks: unchanged blocks in order, and hunks between them. */
function compared(before: KeyedBlock[], after: KeyedBlock[]): (KeyedBlock | Hunk)[] {
  const parts: (KeyedBlock | Hunk)[] = []
  let at = 0
  for (const { buffer1, buffer2 } of diffIndices(before.map(keyOf), after.map(keyOf))) {
    const [[from = 0, removed = 0], [start = 0, added = 0]] = [buffer1, buffer2]
    parts.push(...after.slice(at, start))
    parts.push({ before: before.slice(from, from + removed), now: after.slice(start, start + added) })
    at = start + added
  }
  return [...parts, ...after.slice(at)]
}

/** Returns the blocks of a hunk after the revert. Changed blocks are paired in order; a moved block has no pair. */
function revertPart({ before, now }: Hunk, wanted: ReadonlySet<string>, moved: ReadonlySet<string>): KeyedBlock[] {
  const stayed = ({ key }: KeyedBlock) => !moved.has(key)
  const [old, fresh] = [before.filter(stayed), now.filter(stayed)]
  const remaining = now.flatMap((block) => {
    const partner = old[fresh.indexOf(block)]
    return wanted.has(block.key) || (partner && wanted.has(partner.key)) ? (partner ?? []) : block
  })
  const restored = before.filter(
    (block) => wanted.has(block.key) && old.indexOf(block) >= (moved.has(block.key) ? -1 : fresh.length),
  )
  return restored.reduce((blocks, block) => insertAfterPredecessor(blocks, block, before), remaining)
}

/** Inserts a block after the nearest block that preceded it before. */
function insertAfterPredecessor(blocks: KeyedBlock[], block: KeyedBlock, before: KeyedBlock[]): KeyedBlock[] {
  const front = before.slice(0, before.indexOf(block)).findLast((other) => blocks.includes(other))
  return blocks.toSpliced(front ? blocks.indexOf(front) + 1 : 0, 0, block)
}

/** Joins blocks to a text. Only the last block may end without an empty line. */
function joinBlocks(blocks: KeyedBlock[]): string {
  const texts = blocks.map(({ markdown }, index) =>
    index === blocks.length - 1 || /\n[ \t]*\n$/.test(markdown) ? markdown : `${markdown.trimEnd()}\n\n`,
  )
  return texts.join('')
}
