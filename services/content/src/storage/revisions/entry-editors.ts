import { holdsBothSides } from './conflict-markers.ts'
import type { RevisionDraft } from './revision-draft.ts'
import type { Conflict, FileEntry, ReusableContentEntry } from './revision-entries.ts'

/**
 * Resolves the conflicts of a page or reusable content that an edit decides: those of the fields that it names, because an
 * editor saves by itself what somebody types or moves, and nobody has decided about the others. A text decides if it no
 * longer holds both sides between markers. An edit that names nothing keeps everything but a text as it is.
 */
export async function resolveNamed(
  { conflicts }: RevisionDraft,
  id: string,
  { markdown, ...edit }: { markdown?: string | undefined; title?: unknown; into?: unknown },
): Promise<void> {
  const before = await conflicts.get(id)
  if (!before) return
  const fields = definedKeys(edit).map((field) => (field === 'into' ? 'parent' : field))
  const keepsAll = fields.length === 0 && markdown === undefined
  const isResolved = ({ kind }: Conflict) =>
    kind === 'content' ? markdown !== undefined && !holdsBothSides(markdown) : keepsAll || fields.includes(kind)
  const open = before.filter((one) => !isResolved(one))
  if (open.length > 0) conflicts.set(id, open)
  else conflicts.remove(id)
}

const definedKeys = (edit: object): string[] =>
  Object.entries(edit).flatMap(([key, value]) => (value === undefined ? [] : [key]))

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

  /** Changes the reusable content `entry`. Resolves the conflicts that the edit decides. */
  async update(
    id: string,
    { document, ...entry }: ReusableContentEntry,
    { title, markdown }: { title?: string | undefined; markdown?: string },
  ): Promise<void> {
    const text = markdown === undefined ? document : this.#draft.addDocument(markdown)
    this.#draft.reusables.set(id, { ...entry, title: title ?? entry.title, document: text })
    await resolveNamed(this.#draft, id, { title, markdown })
  }

  remove(id: string): void {
    this.#draft.reusables.remove(id)
    this.#draft.conflicts.remove(id)
  }
}
