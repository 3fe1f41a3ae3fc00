import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allOperations, pathParamNames } from '@quire/contracts'
import { createWorld, type Person, type World } from '@quire/world'
import { type CallerName, callers, type Row, type Stage, table } from './authorization.table.ts'
import { type Api, apiOf, operationOf } from './support/api.ts'
import { type Fresh, freshThings } from './support/fresh.ts'
import { inPath, type Seeded, seed } from './support/seed.ts'

const roles = {
  guest: null,
  reader: 'read',
  commenter: 'comment',
  editor: 'edit',
  reviewer: 'review',
  creator: 'create',
} as const
const order = ['read', 'comment', 'edit', 'review', 'create', 'admin']
const levels: Partial<Record<CallerName, number>> = {
  reader: 0,
  commenter: 1,
  editor: 2,
  reviewer: 3,
  creator: 4,
  admin: 5,
}

let world: World
let api: Api
let seeded: Seeded
let foreign: Seeded
let fresh: Fresh
const tokens = new Map<CallerName, string>()
const selves = new Map<CallerName, string>()

beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  const people = new Map<CallerName, Person>()
  for (const name of callers.slice(3)) people.set(name, await world.person(`${name}@example.com`, name))
  const [admin, outsider] = [people.get('admin'), people.get('outsider')]
  if (!admin || !outsider) throw new Error('the world lacks people')
  seeded = await seed(api, admin, 'Acme')
  foreign = await seed(api, outsider, 'Others')
  fresh = freshThings(world, api, admin, seeded)
  const emails = Object.entries({ ...roles, removed: 'edit' }).map(([name, role]) => ({
    email: `${name}@example.com`,
    role,
  }))
  await api.made('inviteUsersToOrganization', admin.token, { params: seeded, body: { emails } })
  for (const [name, { token }] of people) {
    tokens.set(name, token)
    selves.set(name, (await api.made('getAuthenticatedUser', token)).id)
  }
  await api.made('removeMemberFromOrganizationById', admin.token, {
    params: { ...seeded, userId: selves.get('removed') ?? '' },
  })
  const limited = await api.made('createAccessToken', admin.token, { body: { name: 'Limited', scope: 'read' } })
  tokens.set('limited', limited.token)
  tokens.set('forger', `${admin.token.slice(0, -4)}AAAA`)
})
afterAll(() => world.close())

test('every operation says who may, and nothing else is in the table', () => {
  expect(Object.keys(table).sort()).toEqual(allOperations.map(({ id }) => id).sort())
})

test.each(Object.entries(table))('%s is open to exactly whom it is meant for', async (id, row) => {
  const answered = await Promise.all(
    callers.map(async (caller) => {
      const { params, ...sent } = (await row.given?.(stageFor(caller))) ?? {}
      const all = { ...inPath(id, seeded), ...params }
      return [caller, (await api.send(id, tokens.get(caller), { ...sent, params: all })).status] as const
    }),
  )
  expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(callers.map((one) => [one, expected(id, row, one)])))
})

/** What the row means for one caller. */
function expected(id: string, row: Row, caller: CallerName): number {
  const { least, ok, guest = ok, stranger = 404, reads } = row
  if (least === 'anyone') return ok
  if (caller === 'anonymous' || caller === 'forger') return 401
  if (caller === 'limited') return reads || operationOf(id).method === 'GET' ? ok : 403
  if (least === 'user') return ok
  if (caller === 'outsider' || caller === 'removed') return stranger
  if (caller === 'guest') return guest
  return (levels[caller] ?? -1) >= order.indexOf(least) ? ok : 403
}

function stageFor(caller: CallerName): Stage {
  return { seeded, caller, self: selves.get(caller) ?? seeded.userId, fresh }
}

/** Ids that mean the same everywhere, and so are of no organization. */
const everywhere = new Set(['token', 'pagePath', 'tokenId'])
const mixed = allOperations.flatMap(({ id, path, access }) =>
  ['public', 'user'].includes(access.on)
    ? []
    : pathParamNames(path)
        .filter((name) => !everywhere.has(name))
        .map((name) => [id, name] as const),
)

test.each(mixed)('%s does not reach into another organization by its %s', async (id, name) => {
  const row = table[id]
  const sent = await row?.given?.(stageFor('admin'))
  const params = { ...inPath(id, seeded), ...sent?.params, [name]: inPath(id, foreign)[name] ?? '' }
  const { status } = await api.send(id, tokens.get('admin'), { ...sent, params })
  const { method, path } = operationOf(id)
  const isTarget = method === 'DELETE' && path.endsWith(`{${name}}`)
  expect(status).toBe(row?.elsewhere?.[name] ?? (isTarget ? 204 : 404))
})
