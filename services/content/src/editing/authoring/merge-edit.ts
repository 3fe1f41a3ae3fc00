import { conflict } from '@quire/kit'
import { openRevision } from '../../pages/open-revision.ts'
import type { ReadText } from '../../pages/plain-text.ts'
import type { AttributesPatch } from '../../storage/revisions/page-attributes.ts'
import type { PageEntry } from '../../storage/revisions/revision-entries.ts'
import { markdownOf } from '../../storage/revisions/revision-reads.ts'
import { sameValue } from '../../storage/trees/tree-nodes.ts'
import { get } from '../../storage/trees/tree-reads.ts'
import { choose } from '../merge/merge-plan.ts'
import type { Batch } from './batch-references.ts'

/** The fields of a page that an edit sets; null clears one. */
export type PageEdit = AttributesPatch & Pick<Partial<PageEntry>, 'title' | 'slug'>

/** An edit of a page that its author read in an earlier revision, as `before`; `page` is the page now. */
interface EditSince {
  id: string
  before: PageEntry
  page: PageEntry
  edit: PageEdit
  text: ReadText | undefined
}

interface MergedEdit {
  edit: PageEdit
  /** The text to store; undefined if the page keeps its own. `links` are known for the text of the author alone. */
  text: { markdown: string; links?: ReadText['links'] } | undefined
  /** True if the page has changed since its author read it. */
  hasOthers: boolean
}

/** Both sides of something that two people changed differently, in the words of `listConflictsInChangeRequest`. */
interface EditConflict {
  kind: string
  current?: unknown
  given?: unknown
}

/** Finds the page that an author has read; undefined if the revision has none. Throws 404 if there is no such revision. */
export async function pageInBase({ context, open }: Batch, base: string, id: string): Promise<PageEntry | undefined> {
  const { spaceId } = open.revision
  const { storage, revision } = base === open.revision.id ? open : await openRevision(context, spaceId, base)
  return get(storage.nodes, revision.roots.pages, id)
}

export const deletedMeanwhile = (id: string) =>
  refused(id, undefined, [{ kind: 'deleted', current: 'deleted', given: 'kept' }])

/**
 * Merges an edit with what others have made of the page since its author read it: field by field, and texts line by line.
 * Throws 409 with both sides if both changed the same thing differently; then nothing is stored.
 */
export async function mergeEdit(batch: Batch, { id, before, page, edit, text }: EditSince): Promise<MergedEdit> {
  const conflicts: EditConflict[] = []
  const kept: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(edit)) {
    const at = name as keyof PageEdit
    const [was, is, wanted] = [before[at] ?? null, page[at] ?? null, given ?? null]
    // The author has named the field, and left it as it was: that of the others stays.
    if (sameValue(was, wanted)) kept[name] = is
    else if (choose(was, is, wanted) === 'both') conflicts.push({ kind: name, current: is, given: wanted })
    else kept[name] = given
  }
  const merged = text && (await mergeTextWith(batch, { id, before, page, text }))
  if (merged && 'conflict' in merged) conflicts.push(merged.conflict)
  if (conflicts.length > 0) throw refused(id, batch.open.revision.id, conflicts)
  return {
    edit: kept,
    text: merged && 'text' in merged ? merged.text : undefined,
    hasOthers: !sameValue({ ...before, ...unordered }, { ...page, ...unordered }),
  }
}

/** The place among siblings is no part of what an edit merges. */
const unordered = { order: '', placed: undefined, updatedAt: '' }

async function mergeTextWith(
  { context, open, texts }: Batch,
  { id, before, page, text }: Omit<EditSince, 'edit'> & { text: ReadText },
): Promise<{ text: MergedEdit['text'] } | { conflict: EditConflict }> {
  const read = (entry: PageEntry) => markdownOf(open.storage, entry)
  const [was, is] = await Promise.all([read(before), texts.get(id)?.markdown ?? read(page)])
  const { markdown: given, links } = text
  if (given === was) return { text: undefined }
  const side = choose(was, is, given)
  if (side !== 'both') return { text: { markdown: given, links } }
  const merged = await context.parser.run('mergeText', was, is, given)
  if (merged.conflict) return { conflict: { kind: 'content', current: is, given } }
  return { text: { markdown: merged.text } }
}

const refused = (page: string, revision: string | undefined, conflicts: EditConflict[]) =>
  conflict('Somebody else has changed the same part of this page since you read it: choose between both sides.', {
    page,
    ...(revision !== undefined && { revision }),
    conflicts,
  })
