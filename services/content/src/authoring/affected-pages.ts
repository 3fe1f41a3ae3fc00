import type { RevisionEditor } from '../revisions/editor.ts'

/** What a batch made of one page, in the terms of the reply. */
export type AffectedPage =
  | { object: 'created_page'; page: string; ref?: string }
  | { object: 'updated_page'; page: string }
  | { object: 'deleted_page'; page: string }

/** The pages that a batch touched: each once, in the order they were first touched. */
export class AffectedPages {
  /** The pages by id: whether each is new, and the ref of a new one. */
  readonly #touched = new Map<string, { isNew: boolean; ref?: string }>()

  created(id: string, ref: string | undefined): void {
    this.#touched.set(id, { isNew: true, ...(ref !== undefined && { ref }) })
  }

  changed(...ids: string[]): void {
    for (const id of ids) if (!this.#touched.has(id)) this.#touched.set(id, { isNew: false })
  }

  /** Tells what became of each page. A page that was inserted and deleted in the same batch is not told. */
  async outcome(editor: Pick<RevisionEditor, 'page'>): Promise<AffectedPage[]> {
    const applied: AffectedPage[] = []
    for (const [page, { isNew, ref }] of this.#touched) {
      const isThere = (await editor.page(page)) !== undefined
      if (isNew && isThere) applied.push({ object: 'created_page', page, ...(ref !== undefined && { ref }) })
      else if (!isNew) applied.push({ object: isThere ? 'updated_page' : 'deleted_page', page })
    }
    return applied
  }
}
