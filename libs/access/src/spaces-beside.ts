import type { RoleName } from '@quire/contracts'
import { keysBefore, lruOptions, type Page, type Statement, statement } from '@quire/kit'
import { type QueryExecutorProvider, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { levelOf } from './levels.ts'
import { type IsBarred, type Member, type MemberIds, membership, memberships } from './membership.ts'
import type { RowBeside } from './row-beside.ts'
import { cappedCount, countOf, orderOf, pageOf, type VisibleSpace } from './visible-spaces.ts'

/** A page of the spaces that a member sees, and the first space of the next page, if any. */
export interface SpacesOfMember<Row> {
  rows: VisibleSpace<Row>[]
  /** The number of spaces, on the first page; undefined beyond the counting limit. */
  count: number | undefined
}

/** Parameters of the statement. */
interface Asked {
  userId: string
  organizationId: string
  memberId: string
  after: string
  limit: number
}

type Found<Row> = VisibleSpace<Row | { level: null }> & { $memberships: Member[] | null; $count: number | null }

/** Enough for 10,000 memberships. */
const maxMemberBytes = 4_000_000
const memberBytes = 400

/** Reads a page of the spaces that the caller sees, ordered by id, in the statement that finds their membership. */
export class SpacesBeside<Row> {
  /** Gives `reading` of the kit the type of the row; has no value. */
  declare readonly columns: { readonly expressionType?: SpacesOfMember<Row> }
  readonly #row: RowBeside<Row>
  readonly #statements = new Map<string, Statement<Asked, Found<Row>>>()
  /** The latest known memberships: a statement is chosen by the role. */
  readonly #last = new LRUCache<string, Member>(lruOptions(maxMemberBytes, memberBytes))

  constructor(row: RowBeside<Row>) {
    this.#row = row
  }

  /**
   * Returns the user's membership, a disabled one too, with its visible spaces; undefined without a membership. The query
   * for an administrator differs from that for a guest, so it is chosen by the latest known membership. It reads the
   * current membership too; if that has changed, the query for the current one runs.
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
        return { member: found, spaces: spacesFrom(rows) }
      }
    }
    this.#last.delete(key)
    return member && { member, spaces: { rows: [], count: 0 } }
  }

  #statement(role: RoleName | null, isLater: boolean): Statement<Asked, Found<Row>> {
    const shape = `${role} ${isLater}`
    const known = this.#statements.get(shape)
    if (known) return known
    const created = pageWithMembership(this.#row, role, isLater)
    this.#statements.set(shape, created)
    return created
  }
}

/** Selects one row at least. The first row also has the memberships and, on the first page, the number of all spaces. */
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

function spacesFrom<Row>(rows: Found<Row>[]): SpacesOfMember<Row> {
  const count = rows[0]?.$count ?? undefined
  return {
    rows: rows.filter(({ level }) => level !== null) as VisibleSpace<Row>[],
    count: count === undefined ? undefined : cappedCount(count),
  }
}
