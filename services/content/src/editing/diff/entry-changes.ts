import type { SemanticChange } from '@quire/contracts'
import type { Change } from '../../storage/trees/diff.ts'
import { type AttributeChanges, changedAttributes } from './changed-attributes.ts'

/** A change that is presented only when it is on the requested page; no other of the comparison has its type and id. */
export interface LazyChange {
  type: SemanticChange['type']
  /** The id of the page, file or reusable content. */
  id: string
  present: () => SemanticChange
}

/** Presents the changes of one kind of entry. */
interface ChangePresenter<Entry, Attributes> {
  kind: 'file' | 'reusable_content'
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
  const { kind } = presenter
  const created: LazyChange[] = []
  const edited: LazyChange[] = []
  const deleted: LazyChange[] = []
  for (const [id, { before, after }] of changes) {
    if (!after) {
      if (before) deleted.push({ type: `${kind}_deleted`, id, present: () => presenter.deleted(id, before) })
    } else if (!before) created.push({ type: `${kind}_created`, id, present: () => presenter.created(id, after) })
    else {
      const changed = changedAttributes(presenter.attributes(before), presenter.attributes(after))
      if (changed)
        edited.push({ type: `${kind}_edited`, id, present: () => presenter.edited(id, after, changed, before) })
    }
  }
  return [...created, ...edited, ...deleted]
}
