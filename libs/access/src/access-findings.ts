import type { Level } from './levels.ts'
import type { Member } from './membership.ts'

/** The part of the path's space that concerns access. */
interface SpaceBasics {
  id: string
  organizationId: string
  collectionId: string | null
  isDeleted: boolean
}

/** The part of the path's collection that concerns access. */
interface CollectionBasics {
  id: string
  organizationId: string
  parentId: string | null
}

/** The part of a published site that a visitor may see. */
export interface VisitorSite {
  /** Ids of the visible site spaces. */
  siteSpaceIds: readonly string[]
  /** The key of the share link that admitted the visitor: the visitor's addresses begin with it. */
  shareKey?: string | undefined
}

interface Findings {
  organizationId?: string
  member?: Member
  level?: Level
  space?: SpaceBasics
  collection?: CollectionBasics
  row?: unknown
  visitorSite?: VisitorSite
  visitorSpaceIds?: readonly string[]
  isUnknown?: boolean
}

/**
 * The findings of an operation's access rule about its caller. The rule decides which parts exist; reading another part
 * is a bug and throws.
 */
export class Access {
  #found: Findings

  constructor(found: Findings = {}) {
    this.#found = found
  }

  /** Replaces the findings with those of a later check of the same request. */
  become(other: Access): void {
    this.#found = other.#found
  }

  /**
   * True if the findings that handlers decide by are equal: the caller's membership and role, the organization and the
   * level.
   */
  agreesWith(other: Access): boolean {
    const [one, two] = [this.#found, other.#found]
    return (
      one.organizationId === two.organizationId &&
      one.level === two.level &&
      one.member?.id === two.member?.id &&
      one.member?.role === two.member?.role
    )
  }

  /** Present for rules on an organization, space, collection or site. */
  get organizationId(): string {
    return given('organizationId', this.#found.organizationId)
  }

  /** The caller's membership. Absent for a site's token. */
  get member(): Member {
    return given('member', this.#found.member)
  }

  /** The level on the resource of the rule. On an organization the role; `none` for a guest. */
  get level(): Level {
    return given('level', this.#found.level)
  }

  /** Present for rules on a space. */
  get space(): SpaceBasics {
    return given('space', this.#found.space)
  }

  /** Present for rules on a collection. */
  get collection(): CollectionBasics {
    return given('collection', this.#found.collection)
  }

  /** Present for rules on a site, for visitors of the published site; undefined for members. */
  get visitorSite(): VisitorSite | undefined {
    return this.#found.visitorSite
  }

  /** Ids of the spaces that a site shows its visitor, for rules on an organization; undefined for members. */
  get visitorSpaceIds(): readonly string[] | undefined {
    return this.#found.visitorSpaceIds
  }

  /** The row that was read together with the access; undefined if the handler asked for none. */
  get row(): unknown {
    return this.#found.row
  }

  /** True if the caller deletes a space or collection that does not exist for them: answer `absent()`, do nothing. */
  get isUnknown(): boolean {
    return this.#found.isUnknown ?? false
  }
}

function given<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw new Error(`The operation's access rule gives no ${name}`)
  return value
}
