import type { RevisionEditor } from '../../storage/revisions/revision-editor.ts'

/** The outcome of a batch for one page, as in the reply. */
export type AffectedPage =
  | { object: 'created_page'; page: string; ref?: string }
  | { object: 'updated_page'; page: string; merged?: true }
  | { object: 'deleted_page'; page: string }

/** The pages that a batch affected: each once, in the order of the first change. */
export class AffectedPages {
  /** Changed pages that have changes of others too. */
  readonly #merged = new Set<string>()
  /** Affected pages by id. New pages may have a ref. */
  readonly #touched = new Map<string, { isNew: boolean; ref?: string }>()

  created(id: string, ref: string | undefined): void {
    this.#touched.set(id, { isNew: true, ...(ref !== undefined && { ref }) })
  }

  changed(...ids: string[]): void {
    for (const id of ids) if (!this.#touched.has(id)) this.#touched.set(id, { isNew: false })
  }

  /** Records that a changed page also has changes of others since its author read it. */
  merged(id: string): void {
    this.#merged.add(id)
  }

  /** Returns the outcome for each page. Leaves out pages that were inserted and deleted in the same batch. */
  async outcome(editor: Pick<RevisionEditor, 'page'>): Promise<AffectedPage[]> {
    const applied: AffectedPage[] = []
    for (const [page, { isNew, ref }] of this.#touched) {
      const isThere = (await editor.page(page)) !== undefined
      if (isNew && isThere) applied.push({ object: 'created_page', page, ...(ref !== undefined && { ref }) })
      else if (!isNew && !isThere) applied.push({ object: 'deleted_page', page })
      else if (!isNew) applied.push({ object: 'updated_page', page, ...(this.#merged.has(page) && { merged: true }) })
    }
    return applied
  }
}
