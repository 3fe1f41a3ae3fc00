import type { LinkRelation } from '@quire/contracts'

/** The links of the live content of spaces (docs/adr/0052). */
export interface LinkTables {
  link_space: {
    space_id: string
    /** Whose links the rows are; null where they were never collected. */
    revision: string | null
    /** The public address by which links into the app were told. */
    public_url: string | null
    /** Rows of `link_target`, and how many of them have these statuses. */
    total: number
    broken: number
    in_app: number
  }
  /** The pages, files and reusable contents that there are, by their addresses. */
  link_resource: { space_id: string; resource: string }
  /** What is linked to. */
  link_target: {
    space_id: string
    target: string
    relation: LinkRelation
    /** The whole address, where `target` is cut. */
    address: string | null
    /** What must be there; a specification, or in this space, where `outside` is null. */
    resource: string | null
    outside: string | null
    /** Of what is outside and of specifications, `outside`: whoever asks finds out for themselves what they may see. */
    status: 'ok' | 'broken' | 'in-app' | 'outside'
  }
  /** From where. */
  link: {
    space_id: string
    target: string
    relation: LinkRelation
    location: string
    /** The target's, where it is in this space: for what links to a page or a file. */
    resource: string | null
  }
}
