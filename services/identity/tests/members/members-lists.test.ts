import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { addOrganization, addPeople, addPerson, startIdentity } from '../support.ts'
import { addCrowd, type Someone, vacuum } from './crowd.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
/** The ids of the crowd, in its order. */
let ids: string[]

/** A crowd that is large enough for every way to read a list. The first to join have another domain, so matches are adjacent. */
const crowd: Someone[] = Array.from({ length: 2600 }, (_, index) => ({
  name: index === 1300 ? 'Ünique Name\\100%' : `${index % 25 === 0 ? 'Grace' : 'Alan'} Number${index}`,
  email: `p${index}@${index < 1200 ? 'old' : 'new'}.example.com`,
  role: index % 50 === 3 ? null : index % 3 === 0 ? 'edit' : 'read',
  joined: 5000 - index,
  seen: index % 2 === 0 ? (index * 7919) % 5000 : null,
}))

beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
  ids = await addCrowd(identity, organizationId, crowd)
  await vacuum(identity)
})
afterAll(() => identity.stop())

type Query = Record<string, string>
const list = (query: Query) =>
  identity.call(operations.listMembersInOrganizationById, { as: ada, params: { organizationId }, query })

/** Reads all pages of a list, and the count on each. */
async function allPages(query: Query) {
  const found: string[] = []
  const counts = new Set<number | undefined>()
  let page: string | undefined
  do {
    const { body } = await list({ ...query, ...(page && { page }) })
    found.push(...body.items.map((item: { id: string }) => item.id))
    counts.add(body.count)
    page = body.next?.page
  } while (page)
  return { found, counts: [...counts] }
}

const orders = {
  joinedAt: ({ joined }: Someone) => -joined,
  lastSeenAt: ({ seen }: Someone) => -(seen ?? 0),
  name: ({ name, email }: Someone) => `${name.toLowerCase()}\n${email}`,
}

/** The expected list, computed from the crowd. */
function expected({ search = '', role, sort = 'joinedAt', order = 'desc' }: Query): string[] {
  const keyOf = orders[sort as keyof typeof orders]
  const rows = crowd
    .map((one, index) => ({ one, id: ids[index] ?? '', key: keyOf(one) }))
    .filter(({ one }) => `${one.name.toLowerCase()}\n${one.email}`.includes(search.toLowerCase()))
    .filter(({ one }) => role === undefined || (one.role ?? 'guest') === role)
    .filter(({ one }) => sort !== 'lastSeenAt' || one.seen !== null)
  const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)
  rows.sort((one, other) => compare(one.key, other.key) || compare(one.id, other.id))
  return (order === 'asc' ? rows : rows.reverse()).map(({ id }) => id)
}

const sorts = ['joinedAt', 'lastSeenAt', 'name'].flatMap((sort) => ['asc', 'desc'].map((order) => ({ sort, order })))
const filters: [string, Query][] = [
  ['matches one', { search: 'nique' }],
  ['matches what looks like a pattern', { search: 'name\\100%' }],
  ['matches one in 25', { search: 'GRACE' }],
  ['matches those who joined first', { search: '@old.' }],
  ['matches nearly all', { search: '.example.com' }],
  ['matches nobody', { search: 'xyzzy' }],
  ['is one letter', { search: 'ü' }],
  ['is two letters that few have', { search: '99' }],
  ['is two letters that all have', { search: 'mb' }],
  ['is two letters that nobody has', { search: 'qx' }],
  ['is no letter', { search: '\\' }],
  ['comes with a rare role', { search: '.example.com', role: 'guest' }],
  ['comes with a common role', { search: 'grace', role: 'read' }],
  ['is short and comes with a role', { search: '77', role: 'edit' }],
  ['is none, with a rare role', { role: 'guest' }],
  ['is none, with a common role', { role: 'edit' }],
]
const cases = filters.flatMap(([title, filter]) =>
  sorts.map((sort): [string, Query] => [title, { ...filter, ...sort }]),
)

test.each(cases)('a search that %s is found whole and in order, page by page: %p', async (_, query) => {
  const wanted = expected(query)
  const { found, counts } = await allPages({ ...query, limit: wanted.length > 300 ? '400' : '40' })
  expect(found).toEqual(wanted)
  expect(counts).toEqual([wanted.length])
})

test('the usual page is the same as any other', async () => {
  for (const [, filter] of filters) {
    const { body } = await list(filter)
    expect(body.items.map((item: { id: string }) => item.id)).toEqual(expected(filter).slice(0, 50))
  }
})

test('the number of members is exact when many join, are invited twice, leave and return at once', async () => {
  const other = await addOrganization(identity, ada, 'Counted')
  const names = Array.from({ length: 24 }, (_, index) => `Come Go ${index}`)
  const people = await addPeople(identity, names)
  const emails = names.map((name) => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`)
  const params = { organizationId: other }
  const invite = (some: string[]) =>
    identity.call(operations.inviteUsersToOrganization, { as: ada, params, body: { emails: some, role: 'read' } })
  const remove = (userId: string) =>
    identity.call(operations.removeMemberFromOrganizationById, { as: ada, params: { organizationId: other, userId } })
  const shown = async () =>
    (await identity.call(operations.listMembersInOrganizationById, { as: ada, params, query: {} })).body
  await Promise.all([invite(emails.slice(0, 16)), invite(emails.slice(8)), ...emails.map((email) => invite([email]))])
  expect(await shown()).toMatchObject({ count: 25 })
  const answers = await Promise.all([
    ...people.slice(0, 12).flatMap((userId) => [remove(userId), remove(userId)]),
    ...emails.slice(6, 18).map((email) => invite([email])),
    ...names.slice(0, 4).map((name) => addPerson(identity, `late.${name.replaceAll(' ', '')}@example.com`)),
  ])
  expect(answers.every((answer) => typeof answer === 'string' || answer.status < 300)).toBe(true)
  const { count, items } = await shown()
  expect(count).toBe(items.length)
})

test('an invitation that becomes a membership is counted, in each organization that it was for', async () => {
  const [one, other] = [await addOrganization(identity, ada, 'One'), await addOrganization(identity, ada, 'Other')]
  for (const organization of [one, other]) {
    const params = { organizationId: organization }
    await identity.call(operations.inviteUsersToOrganization, {
      as: ada,
      params,
      body: { emails: ['soon@example.com'] },
    })
  }
  const soon = await addPerson(identity, 'soon@example.com')
  for (const organization of [one, other]) {
    const params = { organizationId: organization }
    const { body } = await identity.call(operations.listMembersInOrganizationById, { as: soon, params, query: {} })
    expect(body).toMatchObject({ count: 2, items: [{ id: soon }, { id: ada }] })
  }
})
