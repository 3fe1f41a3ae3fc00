import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Level, permissionsOfCollection, permissionsOfSpace, rolesFrom } from '@quire/access'
import { type PrecedenceCase, precedenceCases } from '@quire/access/testing'
import type { PermissionSource } from '@quire/contracts'
import { someOf } from '@quire/properties'
import { startWorld, type World } from '../../world.ts'
import { buildCase, makeOrganization } from './precedence-world.ts'

type BuiltCase = Awaited<ReturnType<typeof buildCase>> & { id: string; scopeIds: string[] }

let world: World
const built = new Map<string, BuiltCase>()
/** Each case reads the lists of its whole organization, so all cases in one would take quadratic time. */
const casesTogether = 20
const kinds = ['space', 'collection'] as const
const cases = precedenceCases.map((one, number) => [one.title, one, number] as const)
const table = kinds.flatMap((kind, at) => someOf(cases, 2, at).map((one) => [kind, ...one] as const))
beforeAll(async () => {
  world = await startWorld()
  const organizations = Array.from({ length: Math.ceil(table.length / casesTogether) }, (_, place) => `org-${place}`)
  for (const id of organizations) await makeOrganization(world, id)
  const cases = await Promise.all(
    table.map(([kind, , one, number], place) =>
      buildCase(world, `org-${Math.floor(place / casesTogether)}`, kind, number, one),
    ),
  )
  await Promise.all(cases.map(({ publishPeople }) => publishPeople()))
  await world.test.settled()
  for (const one of cases) {
    const scopeIds = await one.makeScopes()
    built.set(one.userId, { ...one, id: scopeIds[0] ?? '', scopeIds })
  }
  await world.test.settled()
}, 120_000)
afterAll(() => world.stop())

const levelIn = ({ decision }: PrecedenceCase) => rolesFrom('read').find((role) => decision.startsWith(role)) ?? 'none'

const everything = { limit: '1000' }
interface ListedSpace {
  id: string
  permissions: object
}

/** Reads the whole list that the caller sees; empty if nothing is visible to them. */
async function listed<Item>(
  id: string,
  as: string,
  params: object,
  query: Record<string, string> = {},
): Promise<Item[]> {
  const { status, body } = await world.send(id, { as, params: { ...params }, query: { ...everything, ...query } })
  if (status !== 200 && status !== 404) throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`)
  return status === 200 ? body.items : []
}

/** Reads somebody's level on the scope of a case, from each answer that reveals it. */
const seen = {
  async space({ id, organizationId, userId }: BuiltCase) {
    const { status, body } = await world.send('getSpaceById', { as: userId, params: { spaceId: id } })
    const list = await listed<ListedSpace>('listSpacesInOrganizationById', userId, { organizationId })
    const ofMember = await listed<{ permission: Level; space: ListedSpace }>('listSpacesForOrganizationMember', 'ada', {
      organizationId,
      userId,
    })
    return {
      shown: status === 200 ? body.permissions : status,
      listed: list.find((one) => one.id === id)?.permissions,
      role: ofMember.find(({ space }) => space.id === id)?.permission,
    }
  },
  async collection({ id, organizationId, userId }: BuiltCase) {
    const { status, body } = await world.send('getCollectionById', { as: userId, params: { collectionId: id } })
    const list = await listed<ListedSpace>('listCollectionsInOrganizationById', userId, { organizationId })
    return {
      shown: status === 200 ? body.permissions : status,
      listed: list.find((one) => one.id === id)?.permissions,
    }
  },
}

const expected = {
  space: (level: Level) => ({
    shown: level === 'none' ? 404 : permissionsOfSpace(level),
    listed: level === 'none' ? undefined : permissionsOfSpace(level),
    role: level === 'none' ? undefined : level,
  }),
  collection: (level: Level) => ({
    shown: level === 'none' ? 404 : permissionsOfCollection(level),
    listed: level === 'none' ? undefined : permissionsOfCollection(level),
  }),
}

test.each(table)('on a %s, %s', async (kind, _, one, number) => {
  const it = built.get(`${kind}-${number}`)
  if (!it) throw new Error('the case was not built')
  const level = levelIn(one)
  expect(await seen[kind](it)).toEqual(expected[kind](level))
  const aggregate = kind === 'space' ? 'listPermissionsAggregateInSpace' : 'listPermissionsAggregateInCollection'
  const params = { [`${kind}Id`]: it.id }
  const all = await listed<Access>(aggregate, 'ada', params)
  expect(decisionIn(all, it)).toEqual(one.decision)
  for (const role of new Set([level === 'none' ? 'edit' : level, 'read'])) {
    const found = await listed<Access>(aggregate, 'ada', params, { role })
    expect([role, found.some(({ user }) => user.id === it.userId)]).toEqual([role, role === level])
  }
})

interface Access {
  permission: Level
  user: { id: string }
  source: PermissionSource
}

/** Reads the entry of a person in the aggregate, in the words of the table. */
function decisionIn(all: Access[], { userId, scopeIds, teams }: BuiltCase): string {
  const mine = all.filter(({ user }) => user.id === userId)
  const [found] = mine
  if (!found) return 'none'
  expect(mine).toHaveLength(1)
  const { type, team, space, collection } = found.source
  if (type === 'organization') return `${found.permission} by role`
  const scope = space ?? collection ?? ''
  expect([space, collection]).toContain(undefined)
  const name = type === 'team' ? (team === teams.a ? 'a' : 'b') : { user: 'me', 'default-level': 'default' }[type]
  return `${found.permission} by ${name}@${scopeIds.indexOf(scope)}`
}
