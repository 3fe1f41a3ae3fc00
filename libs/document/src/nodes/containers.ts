/**
 * The editions of a document. Two are of the published schema: `current` is the tree of version 0.143.2, which 0.202.0
 * accepts as well; `next` adds the blocks that only 0.202.0 has (columns, conditions, updates, prompts). `full` is for
 * what Quire itself shows: every block may stand in every container, as authors write them.
 */
export type Edition = PublishedEdition | 'full'
export type PublishedEdition = 'current' | 'next'

/** Everything that holds blocks, where the published schema distinguishes what it may hold. */
export type Container =
  | 'document'
  | 'list-item'
  | 'blockquote'
  | 'hint'
  | 'panel'
  | 'step'
  | 'expandable-body'
  | 'annotation-body'
  | 'cell'
  | 'column'
  | 'update'

/** The containers that a block may stand in: those of both editions, and those that the edition `next` adds. */
export type Placement = { readonly current: readonly Container[]; readonly next: readonly Container[] }

/**
 * For a block of Quire's own, which the published schema lacks: sites, PDFs and quotes have it in every container, and the
 * trees that clients get have its markdown, raw.
 */
export const inFullEdition: Placement = { current: [], next: [] }

/** Every container that blocks may stand in. */
export const anywhere: Placement = {
  current: [
    ...(['document', 'list-item', 'blockquote', 'hint', 'panel', 'step'] as const),
    ...(['expandable-body', 'annotation-body', 'cell'] as const),
  ],
  next: ['column', 'update'],
}

/** In documents and everything that holds whole parts of one. */
export const inPanels: Placement = { current: ['document', 'panel', 'step', 'cell'], next: ['column', 'update'] }

/** In documents only, of either edition. */
export const inDocuments: Placement = { current: ['document', 'cell'], next: [] }
