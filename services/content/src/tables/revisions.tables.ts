import type { GitSyncCommit } from '@quire/contracts'
import type { Generated } from 'kysely'

/** Nodes of the content-addressed trees of a store. */
export interface TreeTables {
  tree_node: { store: string; hash: string; level: number; entries: string }
}

/** Texts of a store. */
export interface DocumentTables {
  document: {
    store: string
    hash: string
    markdown: string
    /** Sections as search shows them; null until search has read the text. */
    sections: Generated<object | null>
    /** Addresses that the text links to; set together with `sections`. */
    links: Generated<object | null>
    /** Targets that the text refers to (`pages/resolve-target.ts`); null until they have been read. */
    targets: Generated<object | null>
  }
}

/** Revisions, with the hashes of the roots of their maps. */
export interface RevisionTables extends TreeTables, DocumentTables {
  revision: {
    id: string
    space_id: string
    store: string
    change_request_id: string | null
    parents: string[]
    kind: string
    message: string | null
    git: GitSyncCommit | null
    /** The name of the commit's author; null for a revision that people made here. */
    author: string | null
    created_by: string | null
    created_at: string
    pages: string
    slugs: string
    children: string
    files: string
    reusables: string
    sources: string
    conflicts: string
  }
}

/** Announced writes to stores whose data no revision refers to yet (docs/adr/0033). */
export interface UnnamedTables {
  unnamed: {
    id: string
    store: string
    began_at: Date
    failed: boolean
    /** The time until which the announcement counts; null if a process of an earlier version made it. */
    held_until: Date | null
  }
}
