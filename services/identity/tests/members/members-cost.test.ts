import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { defaultLimit } from '@quire/contracts'
import { newId } from '@quire/kit'
import type { ServiceTest } from '@quire/world/service-test'
import { keysOf, type MemberFilter, type Query } from '../../src/members/member-order.ts'
import { pageOfMembers } from '../../src/members/member-pages.ts'
import { touched } from '../plans.ts'
import { addOrganization, addPerson, startIdentity } from '../support.ts'
import { addCrowd, addSmallOrganizations, type Someone, tablesOf, vacuum } from './crowd.ts'

let identity: ServiceTest
let organizationId: string
const members = 20_000

const crowd = Array.from(
  { length: members },
  (_, index): Someone => ({
    name: `${index % 20 === 0 ? 'Grace' : index % 400 === 7 ? 'Aaron' : 'Alan'} ${index === 7777 ? 'Quackenbush' : 'Smith'}`,
    email: `${newId()}@example.com`,
    role: index % 50 === 0 ? null : 'read',
    joined: members - index,
    seen: index % 2 === 0 ? (index * 7919) % members : null,
  }),
)

/** One large organization among many small ones, so a plan for the usual size would be wrong for it. */
beforeAll(async () => {
  identity = await startIdentity()
  const ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
  await addCrowd(identity, organizationId, crowd)
  await addSmallOrganizations(identity, 4000)
  await vacuum(identity)
})
afterAll(() => identity.stop())

const sorts = ['joinedAt', 'lastSeenAt', 'name'] as const
const orders = ['asc', 'desc'] as const
const all = sorts.flatMap((sort) => orders.map((order): Query => ({ sort, order, limit: defaultLimit })))
const asked = (query: Query): MemberFilter => ({
  sql: tablesOf(identity),
  organizationId,
  members: members + 1,
  query,
  page: { limit: query.limit, cursor: undefined },
})

const pagesFor = (one: MemberFilter) => touched(one.sql, async (sql) => (await pageOfMembers({ ...one, sql })).count())

/** Returns the list after the first `rows` members. */
async function behind(one: MemberFilter, rows: number): Promise<MemberFilter> {
  const { rows: before } = await pageOfMembers({ ...one, page: { limit: rows, cursor: undefined } })
  const last = before[rows - 1]
  if (!last) throw new Error('the list is shorter')
  return { ...one, page: { ...one.page, cursor: { after: keysOf(last, one.query) } } }
}

/** Database pages per page of a list: each row costs its own page, its person's, and those of the indexes. */
const ofPage = (defaultLimit + 1) * 10

test.each(all)('a page of members reads what it shows, however deep it lies: %p', async (query) => {
  const { rows } = await pageOfMembers(asked(query))
  expect(rows).toHaveLength(defaultLimit + 1)
  expect(await pagesFor(asked(query))).toBeLessThan(ofPage)
  expect(await pagesFor(await behind(asked(query), 9900))).toBeLessThan(ofPage)
})

const searches = {
  'for one of them': 'quackenbush',
  'for some of them': 'grace',
  'for all of them': 'example.com',
  'for those whose names come first': 'aaron',
  'for nobody': 'xyzzy',
  'for two letters': 'ac',
}
const searching = Object.entries(searches).flatMap(([title, search]) =>
  all.map((query) => [title, { ...query, search }] as const),
)

test.each(searching)('a search %s does not meet all members: %p', async (_, query) => {
  expect(await pagesFor(asked(query))).toBeLessThan(members / 6)
})

test.each(all)('a role that few have is found without meeting the others: %p', async (query) => {
  expect(await pagesFor(asked({ ...query, role: 'guest' }))).toBeLessThan(members / 6)
  expect(await pagesFor(asked({ ...query, role: 'admin' }))).toBeLessThan(ofPage)
})

test('a search in a large organization is counted exactly, as far as one page can reach', async () => {
  const countOf = async (search: string) => {
    const counts = all
      .filter(({ sort }) => sort !== 'lastSeenAt')
      .map(async (query) => {
        const { count } = await pageOfMembers(asked({ ...query, search }))
        return count()
      })
    const [count, ...others] = await Promise.all(counts)
    expect(others).toEqual(others.map(() => count))
    return count
  }
  expect(await countOf('grace')).toBe(members / 20)
  expect(await countOf('grace s')).toBe(members / 20)
  expect(await countOf('aaron')).toBe(members / 400)
  expect(await countOf('quackenbush')).toBe(1)
  expect(await countOf('xyzzy')).toBe(0)
  expect(await countOf('alan')).toBeUndefined()
  expect(await countOf('example.com')).toBeUndefined()
})
