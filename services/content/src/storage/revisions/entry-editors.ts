import { holdsBothSides } from './conflict-markers.ts'
import type { RevisionDraft } from './revision-draft.ts'
import type { Conflict, FileEntry, ReusableContentEntry } from './revision-entries.ts'

/**
 * Resolves conflicts of a page or reusable content that gets a new text: not the one of its text while that still holds
 * both sides between markers, nor those of its fields, because an editor saves by itself what somebody types.
 */
export function resolveByText(draft: RevisionDraft, id: string, markdown: string): Promise<void> {
  const isDecided = !holdsBothSides(markdown)
  return resolve(draft, id, ({ kind }) => kind === 'deleted' || (kind === 'content' && isDecided))
}

/** Resolves the conflicts of a page or reusable content that is changed otherwise; that of its text needs a text. */
export const resolveByFields = (draft: RevisionDraft, id: string): Promise<void> =>
  resolve(draft, id, ({ kind }) => kind !== 'content')

async function resolve({ conflicts }: RevisionDraft, id: string, isResolved: (one: Conflict) => boolean) {
  const before = await conflicts.get(id)
  if (!before) return
  const open = before.filter((one) => !isResolved(one))
  if (open.length > 0) conflicts.set(id, open)
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

  /** Changes the reusable content `entry`. Resolves its conflicts: by a text alone that of its text, if it is decided. */
  async update(
    id: string,
    { document, ...entry }: ReusableContentEntry,
    { title, markdown }: { title?: string | undefined; markdown?: string },
  ): Promise<void> {
    const text = markdown === undefined ? document : this.#draft.addDocument(markdown)
    this.#draft.reusables.set(id, { ...entry, title: title ?? entry.title, document: text })
    if (markdown !== undefined) await resolveByText(this.#draft, id, markdown)
    if (markdown === undefined || title !== undefined) await resolveByFields(this.#draft, id)
  }

  remove(id: string): void {
    this.#draft.reusables.remove(id)
    this.#draft.conflicts.remove(id)
  }
}
