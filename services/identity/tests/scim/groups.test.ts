import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations, scimSchemas } from '@quire/contracts'
import { newId } from '@quire/kit'
import { onStatements, type ServiceTest } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { addCrowd } from '../members/crowd.ts'
import { addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'
import { patchOf, providerOf } from './scim.fixture.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
let scim: ReturnType<typeof providerOf>
/** Members of the organization, in the order in which they joined. */
let people: string[]
const crowdSize = 20_000

beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
  scim = providerOf(identity, organizationId)
  const crowd = Array.from({ length: crowdSize }, (_, index) => {
    const email = `${newId().toLowerCase()}@example.com`
    return { name: `Person ${index}`, email, role: 'read' as const, joined: index, seen: null }
  })
  people = await addCrowd(identity, organizationId, crowd)
})
afterAll(() => identity.stop())

/** Creates a team with the first `size` people, whom the teams' own operations would add in many requests. */
async function teamOf(size: number, title = 'Team'): Promise<string> {
  const { body } = await identity.call(operations.createOrganizationTeam, {
    ...{ as: ada, params: { organizationId }, body: { title } },
  })
  const sql = sqlOf(identity)
  const own = people.slice(0, size)
  await raw`delete from team_member where team_id = ${body.id}`.execute(sql)
  await raw`
    insert into team_member (team_id, member_id, version, organization_id, user_id, role)
    select ${body.id}, id, 1, organization_id, user_id, 'member' from member where id = any(${own}::text[])`.execute(
    sql,
  )
  await raw`update team set members = ${size} where id = ${body.id}`.execute(sql)
  await raw`update member set teams = teams + 1 where id = any(${own}::text[])`.execute(sql)
  return body.id
}

const patch = (teamId: string, ...list: object[]) =>
  scim('patchScimGroup', { params: { teamId }, body: patchOf(...list) })
interface Group {
  id: string
  members: { value: string }[]
}
const idsIn = ({ members }: Group) => members.map(({ value }) => value).sort()
const some = (...indexes: number[]) => indexes.map((index) => people[index] ?? '').sort()
const valuesOf = (...indexes: number[]) => some(...indexes).map((value) => ({ value }))

test.each([
  ['a list in another case', [0, 1], { op: 'Add', path: 'Members', value: () => valuesOf(1, 2) }, [0, 1, 2]],
  ['one without a list', [0], { op: 'add', path: 'members', value: () => valuesOf(1)[0] }, [0, 1]],
  ['by no path', [0], { op: 'add', value: () => ({ members: valuesOf(1) }) }, [0, 1]],
  ['instead of all', [0, 1], { op: 'replace', path: 'members', value: () => valuesOf(1, 2) }, [1, 2]],
  ['instead of all, by no path', [0], { op: 'replace', value: () => ({ members: valuesOf(1) }) }, [1]],
  ['some leave', [0, 1, 2], { op: 'remove', path: 'members', value: () => valuesOf(0, 5) }, [1, 2]],
  ['all leave', [0, 1], { op: 'remove', path: 'members', value: () => null }, []],
  ['all leave, without a value', [0, 1], { op: 'remove', path: 'members', value: () => undefined }, []],
  ['nobody leaves', [0, 1], { op: 'remove', path: 'members', value: () => [] }, [0, 1]],
])('members are named as providers do: %s', async (_, before, { value, ...operation }, after) => {
  const team = await teamOf(0)
  await patch(team, { op: 'add', path: 'members', value: valuesOf(...before) })
  const { status, body } = await patch(team, { ...operation, value: value() })
  expect([status, idsIn(body)]).toEqual([200, some(...after)])
  const found = await identity.call(operations.getTeamInOrganizationById, {
    ...{ as: ada, params: { organizationId, teamId: team } },
  })
  expect(found.body.members).toBe(after.length)
})

test('the operations of a patch follow one another, and a filter names several people', async () => {
  const team = await teamOf(3)
  const { body } = await patch(
    team,
    { op: 'add', path: 'members', value: valuesOf(3, 4, 5) },
    { op: 'remove', path: `${scimSchemas.group}:members[value eq "${people[3]}" or value eq "${people[0]}"]` },
    { op: 'remove', path: 'members', value: valuesOf(1) },
    { op: 'add', path: 'members', value: valuesOf(0) },
    { op: 'replace', path: 'displayName', value: 'Renamed' },
  )
  expect([body.displayName, idsIn(body)]).toEqual(['Renamed', some(0, 2, 4, 5)])
})

test.each([
  [{ op: 'remove', path: 'members[value sw "a"]' }, 'invalidFilter', 'path'],
  [{ op: 'remove', path: 'members[value eq "a\nb"]' }, 'invalidFilter', 'path'],
  [{ op: 'remove', path: 'members[value eq "a"].display' }, 'invalidFilter', 'path'],
  [{ op: 'add', path: 'members[value eq "a"]', value: {} }, 'invalidPath', 'path'],
  [{ op: 'replace', path: 'members.value', value: 'a' }, 'invalidPath', 'path'],
  [{ op: 'add', path: 'members', value: ['a'] }, 'invalidValue', 'value'],
  [{ op: 'add', path: 'members' }, 'invalidValue', 'value'],
])('what members cannot take is refused, and changes nobody: %j', async (operation, scimType, field) => {
  const team = await teamOf(2)
  const { status, body } = await patch(team, { op: 'remove', path: 'members' }, operation)
  expect([status, body.scimType]).toEqual([400, scimType])
  expect(body.detail).toMatch(new RegExp(`^body\\.Operations\\.1\\.${field}`))
  expect(idsIn((await scim('getScimGroup', { params: { teamId: team } })).body)).toEqual(some(0, 1))
})

const numbers = (from: number, length: number) => Array.from({ length }, (_, index) => from + index)
const [few, others] = [numbers(0, 70_000), numbers(70_000, 70_000)]

test.each([
  ['members that are compared', 'members', [['replace', few] as const, ['add', others] as const]],
  ['members that leave', 'members', [['replace', few] as const, ['remove', others] as const]],
  ['attributes of users', 'emails', [['replace', few] as const, ['add', others] as const]],
  ['lists within values', 'name', [['replace', { formatted: few }] as const, ['add', { formatted: others }] as const]],
  ['many operations', 'members', numbers(0, 1000).map(() => ['add', [1, 2, 3, 4, 5, 6]] as const)],
])('a patch that names too much is refused before any work: %s', async (_, path, list) => {
  const body = patchOf(...list.map(([op, value]) => ({ op, path, value })))
  const { status, body: answer } =
    path === 'members'
      ? await scim('patchScimGroup', { params: { teamId: 'none' }, body })
      : await scim('patchScimUser', { params: { userId: 'none' }, body })
  expect([status, answer.detail]).toEqual([400, expect.stringMatching(/^body\.Operations: must have at most 5000/)])
})

test('a text is no list that filters search', async () => {
  const team = await teamOf(1)
  const searches = numbers(0, 997).map(() => ({ op: 'remove', path: 'displayName[value eq "y"]' }))
  const { status, body } = await patch(
    team,
    { op: 'replace', path: 'displayName', value: 'x'.repeat(850_000) },
    { op: 'add', path: 'displayName[value eq "x"].y', value: 'y' },
    ...searches,
  )
  expect([status, body.detail]).toEqual([400, expect.stringMatching(/^body\.displayName: /)])
})

test('a team that is larger than a request may name is changed by patches and read whole', async () => {
  const team = await teamOf(crowdSize - 1)
  const last = crowdSize - 1
  const added = await patch(team, { op: 'Add', path: 'members', value: valuesOf(last) })
  expect([added.status, idsIn(added.body)]).toEqual([200, people.toSorted()])
  const searches = numbers(0, 1000).map((index) => ({ op: 'remove', path: `members[value eq "${people[index]}"]` }))
  expect((await patch(team, ...searches)).status).toBe(200)
  const { body } = await scim('getScimGroup', { params: { teamId: team } })
  expect(idsIn(body)).toEqual(people.slice(1000).sort())
})

test('a page of groups ends before it has too many members, and clients that page on find each group once', async () => {
  const sizes = [6000, 6000, crowdSize, 3, 2]
  const ids: string[] = []
  for (const size of sizes) ids.push(await teamOf(size, `Paged ${size}`))
  const list = async (query: Record<string, string>) =>
    (await scim('listScimGroups', { query: { filter: 'displayName sw "paged"', count: '200', ...query } })).body
  const pages: string[][] = []
  for (let startIndex = 1; startIndex <= sizes.length; ) {
    const { Resources, ...page } = await list({ startIndex: `${startIndex}` })
    expect(page).toMatchObject({ totalResults: sizes.length, startIndex, itemsPerPage: Resources.length })
    pages.push(Resources.map(({ id }: Group) => id))
    for (const group of Resources) expect(group.members).toHaveLength(sizes[ids.indexOf(group.id)] ?? -1)
    startIndex += Resources.length
  }
  const [first = '', second = '', third = '', ...small] = ids
  expect(pages).toEqual([[first], [second], [third], small])
  const statements: string[] = []
  const stop = onStatements(identity.service, (text) => statements.push(text))
  const bare = await list({ excludedAttributes: 'members' }).finally(stop)
  expect(bare.Resources.map(({ id }: Group) => id)).toEqual(ids)
  expect(statements.filter((text) => text.includes('team_member'))).toEqual([])
})
