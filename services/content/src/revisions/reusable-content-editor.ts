import type { RevisionDraft } from './draft.ts'
import type { ReusableContentEntry } from './entries.ts'
import { resolveConflicts } from './resolve-conflicts.ts'

type NewReusableContent = Omit<ReusableContentEntry, 'document'> & { markdown: string }

/** The reusable contents of a revision while they change. */
export class ReusableContentEditor {
  readonly #draft: RevisionDraft

  constructor(draft: RevisionDraft) {
    this.#draft = draft
  }

  get(id: string): Promise<ReusableContentEntry | undefined> {
    return this.#draft.reusables.get(id)
  }

  /** Adds a reusable content, or replaces the one that has the id; resolves its conflicts. */
  put(id: string, { markdown, ...entry }: NewReusableContent): void {
    this.#draft.reusables.set(id, { ...entry, document: this.#draft.addDocument(markdown) })
    this.#draft.conflicts.remove(id)
  }

  /** Changes the one that is `entry`; resolves its conflicts, but one of its text only with a text. */
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
