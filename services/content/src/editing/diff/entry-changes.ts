import type { SemanticChange } from '@quire/contracts'
import type { Change } from '../../storage/trees/diff.ts'
import { type AttributeChanges, changedAttributes } from './changed-attributes.ts'

/** A change that is presented only when called. */
export type LazyChange = () => SemanticChange

/** Presents the changes of one kind of entry. */
interface ChangePresenter<Entry, Attributes> {
  attributes(entry: Entry): Attributes
  created(id: string, entry: Entry): SemanticChange
  edited(id: string, entry: Entry, changed: AttributeChanges<Attributes>, before: Entry): SemanticChange
  deleted(id: string, entry: Entry): SemanticChange
}

/**
 * Returns entries created, edited and deleted, each in the order of ids. Leaves out edits of attributes that callers do
 * not see.
 */
export function entryChanges<Entry, Attributes extends object>(
  changes: Map<string, Change<Entry>>,
  presenter: ChangePresenter<Entry, Attributes>,
): LazyChange[] {
  const created: LazyChange[] = []
  const edited: LazyChange[] = []
  const deleted: LazyChange[] = []
  for (const [id, { before, after }] of changes) {
    if (!after) before && deleted.push(() => presenter.deleted(id, before))
    else if (!before) created.push(() => presenter.created(id, after))
    else {
      const changed = changedAttributes(presenter.attributes(before), presenter.attributes(after))
      if (changed) edited.push(() => presenter.edited(id, after, changed, before))
    }
  }
  return [...created, ...edited, ...deleted]
}
