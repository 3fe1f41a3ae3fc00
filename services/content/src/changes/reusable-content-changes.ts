import type { View } from '../pages/pages.present.ts'
import { presentReusableContent } from '../pages/reusable-contents.present.ts'
import type { ReusableContentEntry, Roots } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import { diff } from '../trees/diff.ts'
import { reusableContentAttributes, showingDocuments } from './attributes.ts'
import { entryChanges, type LazyChange } from './entry-changes.ts'

/** How the reusable contents of two revisions differ. */
export async function reusableContentChanges(
  { nodes }: Storage,
  before: Roots,
  after: Roots,
  view: View,
): Promise<LazyChange[]> {
  const show = (id: string, entry: ReusableContentEntry) =>
    presentReusableContent(id, entry, { ...view, metadata: false })
  return entryChanges(await diff(nodes, before.reusables, after.reusables), {
    attributes: reusableContentAttributes,
    created: (id, entry) => ({ type: 'reusable_content_created', reusableContent: show(id, entry) }),
    edited: (id, entry, changed) => ({
      type: 'reusable_content_edited',
      reusableContent: show(id, entry),
      attributes: showingDocuments(changed, { kind: 'reusable-content', id }, view),
    }),
    deleted: (id, entry) => ({ type: 'reusable_content_deleted', reusableContent: show(id, entry) }),
  })
}
