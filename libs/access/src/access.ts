import type { Level } from './levels.ts'
import type { Member } from './membership.ts'

/** The path's space as far as access goes. */
interface SpaceBasics {
  id: string
  organizationId: string
  collectionId: string | null
  isDeleted: boolean
}

/** The path's collection as far as access goes. */
interface CollectionBasics {
  id: string
  organizationId: string
  parentId: string | null
}

/** What a visitor of a published site may see of it. */
export interface OpenedSite {
  /** The ids of its site spaces that are open to them. */
  siteSpaceIds: readonly string[]
  /** The key of the share link that let them in: the addresses that they see begin with it. */
  shareKey?: string | undefined
}

interface Findings {
  organizationId?: string
  member?: Member
  level?: Level
  space?: SpaceBasics
  collection?: CollectionBasics
  row?: unknown
  opened?: OpenedSite
  visitedSpaces?: readonly string[]
  isUnknown?: boolean
}

/**
 * What the access rule of an operation found about its caller. The rule decides which parts there are; to read another
 * part is a bug and throws.
 */
export class Access {
  #found: Findings

  constructor(found: Findings = {}) {
    this.#found = found
  }

  /** Takes over what a later check of the same request found. */
  become(other: Access): void {
    this.#found = other.#found
  }

  /**
   * Whether all that handlers decide by is as it was: who the caller is there, in which organization, and with which
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

  /** Rules on an organization, space, collection or site. */
  get organizationId(): string {
    return given('organizationId', this.#found.organizationId)
  }

  /** The caller's membership; not there for a site's token. */
  get member(): Member {
    return given('member', this.#found.member)
  }

  /** The level on the thing that the rule is about; for an organization the role, `none` for a guest. */
  get level(): Level {
    return given('level', this.#found.level)
  }

  /** Rules on a space. */
  get space(): SpaceBasics {
    return given('space', this.#found.space)
  }

  /** Rules on a collection. */
  get collection(): CollectionBasics {
    return given('collection', this.#found.collection)
  }

  /** Rules on a site, for the visitors of one that is published; undefined for members. */
  get opened(): OpenedSite | undefined {
    return this.#found.opened
  }

  /** Rules on an organization, for the visitors of a site: the spaces that it shows them; undefined for members. */
  get visitedSpaces(): readonly string[] | undefined {
    return this.#found.visitedSpaces
  }

  /** What was read of the space beside its access; undefined where nothing was asked for. */
  get row(): unknown {
    return this.#found.row
  }

  /** The caller deletes a space or collection that is not there for them: answer `absent()`, do nothing. */
  get isUnknown(): boolean {
    return this.#found.isUnknown ?? false
  }
}

function given<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw new Error(`The operation's access rule gives no ${name}`)
  return value
}
