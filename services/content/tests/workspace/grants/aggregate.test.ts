import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member, organization, team, teamMember, user } from '@quire/contracts'
import { publicUrl, startWorld, type World } from '../../world.ts'

/**
 * Organizations of their own: ada administers them, paul and petra read, pia edits, gina is a guest, dan is disabled.
 */
const press = 'press'
const people = { ada: 'admin', paul: 'read', petra: 'read', pia: 'edit', gina: null, dan: 'create' } as const
const idOf = (userId: string, organization = press) => `m-${organization}-${userId}`
const nameOf = (userId: string) => userId.replace(/^./, (first) => first.toUpperCase())

let world: World
beforeAll(async () => {
  world = await startWorld()
  for (const userId of Object.keys(people))
    await world.publishState(user, { id: userId, displayName: nameOf(userId), email: `${userId}@example.com` })
  await found(press, 'correctors')
})
afterAll(() => world.stop())

/** Publishes an organization with its members, and a team of three of them. */
async function found(organizationId: string, teamId: string) {
  await world.publishState(organization, { id: organizationId })
  for (const [userId, role] of Object.entries(people))
    await publishMember(userId, { role, disabled: userId === 'dan' }, organizationId)
  await world.publishState(team, { id: teamId, organizationId })
  for (const userId of ['gina', 'petra', 'dan'])
    await world.publishState(teamMember, { teamId, memberId: idOf(userId, organizationId), organizationId, userId })
  await world.test.settled()
}

const publishMember = (userId: string, state: object, organizationId = press) =>
  world.publishState(member, { id: idOf(userId, organizationId), organizationId, userId, ...state })

interface Item {
  permission: string
  user: { id: string }
  source: { type: string }
}
const inWords = ({ permission, user: { id }, source }: Item) => [id, permission, source.type]

async function make(organizationId = press) {
  const params = { organizationId }
  const { body: collection } = await world.send('createCollection', { params, body: {} })
  const { body: space } = await world.send('createSpace', { params, body: { parent: collection.id } })
  const [collectionId, spaceId] = [String(collection.id), String(space.id)]
  const listed = async (id: string, of: object, query = {}, as = 'ada') =>
    (await world.send(id, { as, params: { ...of }, query })).body
  return {
    collectionId,
    spaceId,
    ofSpace: (query: Record<string, string> = {}, as?: string) =>
      listed('listPermissionsAggregateInSpace', { spaceId }, query, as),
    ofCollection: (query: Record<string, string> = {}) =>
      listed('listPermissionsAggregateInCollection', { collectionId }, query),
    send: (id: string, body: object, more = {}) => world.send(id, { params: { collectionId, spaceId, ...more }, body }),
  }
}

test('everybody who can see it is listed, with their role and where it comes from', async () => {
  const at = await make()
  const { collectionId: collection, spaceId: space } = at
  await at.send('inviteToCollection', { role: 'comment', teams: ['correctors'] })
  await at.send('inviteToSpace', { role: 'review', users: ['paul', 'dan'] })
  const userOf = (id: string) => ({
    object: 'user',
    id,
    displayName: nameOf(id),
    email: `${id}@example.com`,
    urls: { location: `${publicUrl}/v1/users/${id}` },
  })
  expect(await at.ofSpace()).toEqual({
    count: 5,
    items: [
      { permission: 'admin', user: userOf('ada'), source: { type: 'organization' } },
      { permission: 'comment', user: userOf('gina'), source: { type: 'team', team: 'correctors', collection } },
      { permission: 'review', user: userOf('paul'), source: { type: 'user', space } },
      { permission: 'comment', user: userOf('petra'), source: { type: 'team', team: 'correctors', collection } },
      { permission: 'edit', user: userOf('pia'), source: { type: 'organization' } },
    ],
  })
  await at.send('updateCollectionById', { defaultLevel: 'read' })
  expect((await at.ofSpace()).items.at(-1)).toEqual({
    permission: 'read',
    user: userOf('pia'),
    source: { type: 'default-level', collection },
  })
  expect((await at.ofCollection()).items.map(inWords)).toEqual([
    ['ada', 'admin', 'organization'],
    ['gina', 'comment', 'team'],
    ['paul', 'read', 'default-level'],
    ['petra', 'comment', 'team'],
    ['pia', 'read', 'default-level'],
  ])
})

test('of one role it shows and counts those who have it in the end, page by page', async () => {
  const at = await make()
  await at.send('inviteToSpace', { role: 'edit', users: ['paul'], teams: ['correctors'] })
  const all = ['gina', 'paul', 'petra', 'pia']
  const seen: string[] = []
  let page: string | undefined
  do {
    const body = await at.ofSpace({ role: 'edit', limit: '1', ...(page && { page }) })
    expect([body.count, body.items.length]).toEqual([all.length, 1])
    seen.push(body.items[0].user.id)
    page = body.next?.page
  } while (page)
  expect(seen).toEqual(all)
  const first = await at.ofSpace({ role: 'edit', limit: '1' })
  const other = { params: { spaceId: at.spaceId }, query: { role: 'read', limit: '1', page: first.next.page } }
  expect((await world.send('listPermissionsAggregateInSpace', other)).status).toBe(400)
  expect(await at.ofSpace({ role: 'read' })).toEqual({ items: [], count: 0 })
})

test('who loses access is gone from the next answer: demoted, disabled, out of the team, removed', async () => {
  const closing = 'closing'
  await found(closing, 'printers')
  const at = await make(closing)
  await at.send('updateSpaceById', { defaultLevel: null })
  await at.send('inviteToSpace', { role: 'create', users: ['pia'], teams: ['printers'] })
  const listed = async () => (await at.ofSpace()).items.map(({ user: { id } }: Item) => id)
  const after = async (change: Promise<unknown>) => {
    await change
    await world.test.settled()
    return listed()
  }
  expect(await listed()).toEqual(['ada', 'gina', 'petra', 'pia'])
  const out = world.test.publishRemoval(teamMember, `printers.${idOf('petra', closing)}`, 2)
  expect(await after(out)).toEqual(['ada', 'gina', 'pia'])
  expect(await after(publishMember('pia', { version: 2, role: 'edit', disabled: true }, closing))).toEqual([
    'ada',
    'gina',
  ])
  expect(await after(publishMember('pia', { version: 3, role: 'edit' }, closing))).toEqual(['ada', 'gina', 'pia'])
  expect(await after(at.send('updateUserPermissionInSpace', { role: null }, { userId: 'pia' }))).toEqual([
    'ada',
    'gina',
  ])
  expect(await after(world.test.publishRemoval(team, 'printers', 2))).toEqual(['ada'])
  expect(await after(publishMember('paul', { version: 2, role: 'admin' }, closing))).toEqual(['ada', 'paul'])
  expect(await after(world.test.publishRemoval(member, idOf('paul', closing), 3))).toEqual(['ada'])
})

test('it is for who manages permissions: 403 for who only sees it, 404 for who does not', async () => {
  const space = await world.makeSpace()
  const { body: collection } = await world.send('createCollection', { body: {} })
  for (const id of ['listPermissionsAggregateInSpace', 'listPermissionsAggregateInCollection']) {
    const given = { params: { spaceId: space.id, collectionId: collection.id } }
    const callers = ['cleo', 'rev', 'rex', 'gus', 'dora', 'olga']
    expect(await world.statuses(id, callers, given)).toEqual([200, 403, 403, 404, 404, 404])
  }
})

test('somebody whom nothing is known of yet is listed by their id, and another organization’s people never', async () => {
  const { id: spaceId } = await world.makeSpace()
  await world.publishState(member, { id: 'm-early', organizationId: 'acme', userId: 'early', role: 'read' })
  await world.test.settled()
  await world.sql().insertInto('access_grant').values(ruleFor('m-olga', spaceId)).execute()
  const { body } = await world.send('listPermissionsAggregateInSpace', { params: { spaceId } })
  const found = body.items.map(({ user: { id } }: Item) => id)
  expect([found.includes('early'), found.includes('olga')]).toEqual([true, false])
  const { body: users } = await world.send('listUserPermissionsInSpace', { params: { spaceId } })
  expect(users).toEqual({ items: [], count: 0 })
})

/** Writes a grant that nobody can create, but that a transfer might have left behind. */
const ruleFor = (subjectId: string, scopeId: string) => ({
  scope_id: scopeId,
  scope_kind: 'space' as const,
  subject_id: subjectId,
  subject_kind: 'member' as const,
  organization_id: 'acme',
  role: 'admin' as const,
  version: 1,
  created_at: new Date(),
})
