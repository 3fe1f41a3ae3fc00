import type { View } from '../../pages/pages.present.ts'
import { presentReusableContent } from '../../pages/reusable-contents.present.ts'
import type { ReusableContentEntry, Roots } from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { diff } from '../../storage/trees/diff.ts'
import { reusableContentAttributes, withDocumentIds } from './changed-attributes.ts'
import { entryChanges, type LazyChange } from './entry-changes.ts'

/** Returns the reusable content changes between two revisions. */
export async function reusableContentChanges(
  { nodes }: Storage,
  before: Roots,
  after: Roots,
  view: View,
): Promise<LazyChange[]> {
  const present = (id: string, entry: ReusableContentEntry) =>
    presentReusableContent(id, entry, { ...view, metadata: false })
  return entryChanges(await diff(nodes, before.reusables, after.reusables), {
    attributes: reusableContentAttributes,
    created: (id, entry) => ({ type: 'reusable_content_created', reusableContent: present(id, entry) }),
    edited: (id, entry, changed) => ({
      type: 'reusable_content_edited',
      reusableContent: present(id, entry),
      attributes: withDocumentIds(changed, { kind: 'reusable-content', id }, view),
    }),
    deleted: (id, entry) => ({ type: 'reusable_content_deleted', reusableContent: present(id, entry) }),
  })
}
