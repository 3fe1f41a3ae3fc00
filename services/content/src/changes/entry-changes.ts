import type { SemanticChange } from '@quire/contracts'
import type { Change } from '../trees/diff.ts'
import { type AttributeChanges, changedAttributes } from './attributes.ts'

/** Something that changed: shown only if it is asked for. */
export type LazyChange = () => SemanticChange

/** How changes of one kind of thing are told. */
interface Words<Entry, Attributes> {
  attributes(entry: Entry): Attributes
  created(id: string, entry: Entry): SemanticChange
  edited(id: string, entry: Entry, changed: AttributeChanges<Attributes>, before: Entry): SemanticChange
  deleted(id: string, entry: Entry): SemanticChange
}

/**
 * Things created, edited and deleted, each in the order of their ids. An edit that changes nothing shown is left out.
 */
export function entryChanges<Entry, Attributes extends object>(
  changes: Map<string, Change<Entry>>,
  words: Words<Entry, Attributes>,
): LazyChange[] {
  const created: LazyChange[] = []
  const edited: LazyChange[] = []
  const deleted: LazyChange[] = []
  for (const [id, { before, after }] of changes) {
    if (!after) before && deleted.push(() => words.deleted(id, before))
    else if (!before) created.push(() => words.created(id, after))
    else {
      const changed = changedAttributes(words.attributes(before), words.attributes(after))
      if (changed) edited.push(() => words.edited(id, after, changed, before))
    }
  }
  return [...created, ...edited, ...deleted]
}
