import type { RevisionDraft } from './revision-draft.ts'
import type { FileEntry, ReusableContentEntry } from './revision-entries.ts'

/**
 * Resolves the conflicts of a changed page or reusable content. A content conflict, whose text holds both sides between
 * markers, is resolved only by a new text.
 */
export async function resolveConflicts({ conflicts }: RevisionDraft, id: string, hasText: boolean): Promise<void> {
  const unresolved = hasText ? [] : ((await conflicts.get(id)) ?? []).filter(({ kind }) => kind === 'content')
  if (unresolved.length > 0) conflicts.set(id, unresolved)
  else conflicts.remove(id)
}

/** Edits the files of a revision. Every edit of a file resolves its conflicts. */
export class FileEditor {
  readonly #draft: RevisionDraft

  constructor(draft: RevisionDraft) {
    this.#draft = draft
  }

  get(id: string): Promise<FileEntry | undefined> {
    return this.#draft.files.get(id)
  }

  /** Adds a file, or replaces the file with the same id. */
  put(id: string, file: FileEntry): void {
    this.#draft.files.set(id, file)
    this.#draft.conflicts.remove(id)
  }

  remove(id: string): void {
    this.#draft.files.remove(id)
    this.#draft.conflicts.remove(id)
  }
}

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
