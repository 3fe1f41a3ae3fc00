import type { Collection, Space } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { CallOptions, World } from '../../world.ts'

type Kind = 'space' | 'collection'
const operationsOn = {
  space: { move: 'moveSpace', transfer: 'transferSpace', param: 'spaceId' },
  collection: { move: 'moveCollection', transfer: 'transferCollection', param: 'collectionId' },
} as const

/**
 * Frequent actions in tests of the structure: create, move and transfer spaces and collections, and read their order.
 */
export function structureOf(world: World) {
  async function made(id: string, given: CallOptions) {
    const { status, body } = await world.send(id, given)
    if (status >= 300) throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  const act = (verb: 'move' | 'transfer') => (kind: Kind, id: string, body: object, as?: CallOptions['as']) => {
    const { [verb]: operation, param } = operationsOn[kind]
    return world.send(operation, { params: { [param]: id }, body, as })
  }
  return {
    made,
    collection: (body: object = {}, as?: string): Promise<Collection> => made('createCollection', { body, as }),
    space: (parent?: string, body: object = {}): Promise<Space> =>
      made('createSpace', { body: { ...body, ...(parent !== undefined && { parent }) } }),
    move: act('move'),
    transfer: act('transfer'),
    /** The ids of the children of a collection, spaces and collections alike, in their order. */
    async inOrder(parent: string): Promise<string[]> {
      const { rows } = await raw<{ id: string }>`
        select id from (
          select id, position, deleted_at from space where collection_id = ${parent}
          union all select id, position, deleted_at from collection where parent_id = ${parent}
        ) child where deleted_at is null order by position, id`.execute(world.sql())
      return rows.map(({ id }) => id)
    },
    /** The spaces that a collection lists, a page of two at a time. */
    async listed(collectionId: string, as = 'ada'): Promise<string[]> {
      const ids: string[] = []
      for (let page: string | undefined, done = false; !done; done = page === undefined) {
        const query = { limit: '2', ...(page && { page }) }
        const body = await made('listSpacesInCollectionById', { as, params: { collectionId }, query })
        ids.push(...body.items.map((one: Space) => one.id))
        page = body.next?.page
      }
      return ids
    },
    /** Every stored counter and the counted number; equal if the counters are exact. */
    async counters() {
      await world.test.settled()
      const stored = raw<{ id: string; spaces: number }>`
        select subject_id as id, spaces from granted_spaces where spaces > 0 order by 1`
      const counted = raw<{ id: string; spaces: number }>`
        with recursive subject(id, giver) as (
          select id, id from member union all select id, id from team
          union all select member_id, team_id from team_member join team on team.id = team_id
        ), reached(id, scope) as (
          select subject.id, scope_id from subject join access_grant on subject_id = giver and role <> 'none'
          union select reached.id, collection.id from reached join collection on parent_id = scope
        )
        select reached.id, count(distinct space.id)::int as spaces
        from reached join space on (space.id = scope or collection_id = scope) and deleted_at is null
        group by 1 order by 1`
      const [one, other] = [await stored.execute(world.sql()), await counted.execute(world.sql())]
      return { stored: one.rows, counted: other.rows }
    },
  }
}

export const before = (pointer: object) => ({ position: { before: pointer } })
export const after = (pointer: object) => ({ position: { after: pointer } })
export const theSpace = (space: string) => ({ type: 'space', space })
export const theCollection = (collection: string) => ({ type: 'collection', collection })
