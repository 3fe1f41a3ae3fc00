import type { RevisionDraft } from './draft.ts'
import type { FileEntry } from './entries.ts'

/** The files of a revision while they change. Whatever is done to a file resolves its conflicts. */
export class FileEditor {
  readonly #draft: RevisionDraft

  constructor(draft: RevisionDraft) {
    this.#draft = draft
  }

  get(id: string): Promise<FileEntry | undefined> {
    return this.#draft.files.get(id)
  }

  /** Adds a file, or replaces the one that has the id. */
  put(id: string, file: FileEntry): void {
    this.#draft.files.set(id, file)
    this.#draft.conflicts.remove(id)
  }

  remove(id: string): void {
    this.#draft.files.remove(id)
    this.#draft.conflicts.remove(id)
  }
}
