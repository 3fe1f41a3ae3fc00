import type { RevisionDraft } from './revision-draft.ts'
import type { FileEntry } from './revision-entries.ts'

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
