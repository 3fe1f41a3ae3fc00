import type { LinkRelation } from '@quire/contracts'

/** The links of the live content of spaces (docs/adr/0016). */
export interface LinkTables {
  link_space: {
    space_id: string
    /** The revision whose links are collected; null if none are. */
    revision: string | null
    /** The public address that links into the app were recognized by. */
    public_url: string | null
    /** Number of rows of `link_target`, in total and by status. */
    total: number
    broken: number
    in_app: number
  }
  /** The existing pages, files and reusable contents, by address. */
  link_resource: { space_id: string; resource: string }
  /** Targets of links. */
  link_target: {
    space_id: string
    target: string
    relation: LinkRelation
    /** The whole address, if `target` is truncated. */
    address: string | null
    /** The resource that must exist: a specification or, if `outside` is null, a resource of this space. */
    resource: string | null
    outside: string | null
    /** `outside` for targets in other spaces and for specifications: their status depends on the caller. */
    status: 'ok' | 'broken' | 'in-app' | 'outside'
  }
  /** Links from locations to targets. */
  link: {
    space_id: string
    target: string
    relation: LinkRelation
    location: string
    /** The resource of a target in this space, for backlinks to a page or file. */
    resource: string | null
  }
}
