import { resolveConflicts } from './resolve-conflicts.ts'
import type { RevisionDraft } from './revision-draft.ts'
import type { ReusableContentEntry } from './revision-entries.ts'

type NewReusableContent = Omit<ReusableContentEntry, 'document'> & { markdown: string }

/** Edits the reusable contents of a revision. */
export class ReusableContentEditor {
  readonly #draft: RevisionDraft

  constructor(draft: RevisionDraft) {
    this.#draft = draft
  }

  get(id: string): Promise<ReusableContentEntry | undefined> {
    return this.#draft.reusables.get(id)
  }

  /** Adds a reusable content, or replaces the one with the same id. Resolves its conflicts. */
  put(id: string, { markdown, ...entry }: NewReusableContent): void {
    this.#draft.reusables.set(id, { ...entry, document: this.#draft.addDocument(markdown) })
    this.#draft.conflicts.remove(id)
  }

  /** Changes the reusable content `entry`. Resolves its conflicts; a content conflict only if there is a new text. */
  async update(
    id: string,
    { document, ...entry }: ReusableContentEntry,
    { title = entry.title, markdown }: { title?: string | undefined; markdown?: string },
  ): Promise<void> {
    const text = markdown === undefined ? document : this.#draft.addDocument(markdown)
    this.#draft.reusables.set(id, { ...entry, title, document: text })
    await resolveConflicts(this.#draft, id, markdown !== undefined)
  }

  remove(id: string): void {
    this.#draft.reusables.remove(id)
    this.#draft.conflicts.remove(id)
  }
}
