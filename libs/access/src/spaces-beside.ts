import type { RoleName } from '@quire/contracts'
import { keysBefore, type Page, type Statement, statement } from '@quire/kit'
import { type QueryExecutorProvider, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type IsBarred, type Member, type MemberIds, membership, memberships } from './membership.ts'
import type { RowBeside } from './row-beside.ts'
import { levelOf } from './strength.ts'
import { countOf, countShown, orderOf, pageOf, type VisibleSpace } from './visible-spaces.ts'

/** A page of the spaces that a member sees, and one more where there is one. */
export interface SpacesOfMember<Row> {
  rows: VisibleSpace<Row>[]
  /** On the first page; undefined beyond what is counted. */
  count: number | undefined
}

/** The values of one run. */
interface Asked {
  userId: string
  organizationId: string
  memberId: string
  after: string
  limit: number
}

type Found<Row> = VisibleSpace<Row | { level: null }> & { $memberships: Member[] | null; $count: number | null }

const mostRemembered = 10_000

/** A page of the spaces that the caller sees, by their ids, read in the statement that finds their membership. */
export class SpacesBeside<Row> {
  /** Tells `reading` of the kit by its type what is read. */
  declare readonly columns: { readonly expressionType?: SpacesOfMember<Row> }
  readonly #row: RowBeside<Row>
  readonly #statements = new Map<string, Statement<Asked, Found<Row>>>()
  /** Memberships as they were last: whom a statement is written for. */
  readonly #last = new LRUCache<string, Member>({ max: mostRemembered })

  constructor(row: RowBeside<Row>) {
    this.#row = row
  }

  /**
   * The user's membership, a disabled one too, with the spaces that it shows; undefined where there is none. What a
   * member sees is one query for an administrator and another for a guest. So the query is that of the membership as it
   * was last, and it reads the membership too: where that has changed, it is asked again for what it is now.
   */
  async read(db: QueryExecutorProvider, ids: MemberIds, page: Page, isBarred: IsBarred) {
    const { userId, organizationId } = ids
    const key = `${organizationId} ${userId}`
    let member = this.#last.get(key) ?? (await membership(db, ids, isBarred))
    while (member && !member.disabled) {
      const { id: memberId, role } = member
      const [after = ''] = keysBefore(page) ?? []
      const asked = { userId, organizationId, memberId, after, limit: page.limit + 1 }
      const rows = await this.#statement(role, page.cursor !== undefined)(db, asked)
      const found: Member | undefined = rows[0]?.$memberships?.find(({ id }) => !isBarred(id))
      const isSame = found?.id === memberId && found.role === role && !found.disabled
      member = found
      if (isSame) {
        this.#last.set(key, found)
        return { member: found, spaces: shownOf(rows) }
      }
    }
    this.#last.delete(key)
    return member && { member, spaces: { rows: [], count: 0 } }
  }

  #statement(role: RoleName | null, isLater: boolean): Statement<Asked, Found<Row>> {
    const shape = `${role} ${isLater}`
    const known = this.#statements.get(shape)
    if (known) return known
    const made = pageWithMembership(this.#row, role, isLater)
    this.#statements.set(shape, made)
    return made
  }
}

/** One row at least. The first one also has the memberships, and on the first page the number of all spaces. */
const pageWithMembership = <Row>({ columns, joins }: RowBeside<Row>, role: RoleName | null, isLater: boolean) =>
  statement<Asked, Found<Row>>(({ userId, organizationId, memberId, after, limit }) => {
    const member = { id: memberId, organizationId, role, disabled: false }
    const page = { member, limit, after: isLater ? [after] : undefined }
    const isFirst = sql`row_number() over (order by ${orderOf(page)}) = 1`
    const found = sql`select json_agg(found order by found.id desc) from (${memberships(userId, organizationId)}) found`
    return sql`
      with recursive ${pageOf(page)}
      select ${columns}, ${levelOf(sql`page.strength`)} as level,
        case when ${isFirst} then (${found}) end as "$memberships",
        case when ${isFirst} then (${isLater ? sql`null` : countOf({ member })}) end as "$count"
      from (select) one left join (page join space asked on asked.id = page.id) on true ${joins}
      order by ${orderOf(page)}`
  })

function shownOf<Row>(rows: Found<Row>[]): SpacesOfMember<Row> {
  const count = rows[0]?.$count ?? undefined
  return {
    rows: rows.filter(({ level }) => level !== null) as VisibleSpace<Row>[],
    count: count === undefined ? undefined : countShown(count),
  }
}
