import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { grant, grantedSpaces, member } from '@quire/contracts'
import { acme, lastPublished, startWorld, type World } from '../../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const service = { kind: 'service', scope: 'full' } as const
const ofNobody = { organizationId: acme, scopeKind: 'space', role: null, level: 'read' }
const give = (body: object, as: typeof service | string = service) =>
  world.send('giveLinkedGrant', { as, body: { ...ofNobody, ...body } })
/** Uses a link successfully, and returns the events of that. */
const publishedBy = (body: object) => world.test.eventsDuring(async () => expect((await give(body)).status).toBe(204))

test('a membership that content never heard of is given the level, and counts once it arrives', async () => {
  const { id: scopeId } = await world.makeSpace()
  const published = await publishedBy({ scopeId, memberId: 'm-new', level: 'comment' })
  const key = `${scopeId}.m-new`
  expect(lastPublished(published, grant)).toEqual(
    new Map([[key, expect.objectContaining({ role: 'comment', scopeId })]]),
  )
  expect(lastPublished(published, grantedSpaces)).toEqual(new Map())
  const arriving = await world.test.eventsDuring(async () => {
    await world.publishState(member, { id: 'm-new', organizationId: acme, userId: 'new', role: null })
    await world.test.settled()
  })
  expect(lastPublished(arriving, grantedSpaces).get('m-new')).toMatchObject({ spaces: 1 })
  expect((await world.send('getSpaceById', { as: 'new', params: { spaceId: scopeId } })).status).toBe(200)
})

test('the same again, a weaker level, and a level that the role gives already tell and change nothing', async () => {
  const { id: scopeId } = await world.makeSpace()
  await publishedBy({ scopeId, memberId: 'm-gus', level: 'edit' })
  for (const level of ['edit', 'read']) expect(await publishedBy({ scopeId, memberId: 'm-gus', level })).toEqual([])
  expect(await publishedBy({ scopeId, memberId: 'm-late', role: 'review', level: 'edit' })).toEqual([])
  const raised = await publishedBy({ scopeId, memberId: 'm-gus', level: 'review' })
  expect([...lastPublished(raised, grant).values()]).toEqual([expect.objectContaining({ role: 'review' })])
})

test('a role that the space’s own level closes does not count as having it', async () => {
  const { id: scopeId } = await world.makeSpace()
  await world.send('updateSpaceById', { params: { spaceId: scopeId }, body: { defaultLevel: null } })
  const published = await publishedBy({ scopeId, memberId: 'm-rex', role: 'read' })
  expect([...lastPublished(published, grant).values()]).toEqual([
    expect.objectContaining({ subjectId: 'm-rex', role: 'read' }),
  ])
})

test('whom a grant around the scope shuts out, in person or with their team, stays out; a nearer grant lets them in', async () => {
  const { body: collection } = await world.send('createCollection', { body: { title: 'Around' } })
  const around = { collectionId: collection.id }
  const { id: scopeId } = await world.makeSpace({ parent: collection.id })
  const isLeftOut = async (memberId: string, role: string | null) =>
    (await publishedBy({ scopeId, memberId, role })).length === 0
  await world.send('inviteToCollection', { params: around, body: { role: null, users: ['rex'] } })
  expect(await isLeftOut('m-rex', 'read')).toBe(true)
  await world.send('inviteToCollection', { params: around, body: { role: null, teams: ['writers'] } })
  expect(await isLeftOut('m-gus', null)).toBe(true)
  await world.send('inviteToSpace', { params: { spaceId: scopeId }, body: { role: 'read', users: ['rex'] } })
  expect((await publishedBy({ scopeId, memberId: 'm-rex', role: 'read', level: 'edit' })).length).toBeGreaterThan(0)
})

test('two links at once leave the stronger level, whichever comes last', async () => {
  const { id: scopeId } = await world.makeSpace()
  const memberIds = Array.from({ length: 8 }, (_, index) => `m-twice-${index}`)
  const gives = memberIds.flatMap((memberId) =>
    ['review', 'read'].map(async (level) => (await give({ scopeId, memberId, level })).status),
  )
  expect(new Set(await Promise.all(gives))).toEqual(new Set([204]))
  const rules = world.sql().selectFrom('access_grant').select(['subject_id', 'role']).where('scope_id', '=', scopeId)
  const given = new Map((await rules.execute()).map((rule) => [rule.subject_id, rule.role]))
  expect(memberIds.map((id) => given.get(id))).toEqual(memberIds.map(() => 'review'))
})

test('what is not there, deleted, of another organization or of another kind is not found', async () => {
  const { id: scopeId } = await world.makeSpace()
  const { id: deletedId } = await world.makeSpace()
  await world.send('deleteSpaceById', { params: { spaceId: deletedId } })
  const statuses = [
    { scopeId: 'nowhere' },
    { scopeId: deletedId },
    { scopeId, organizationId: 'other' },
    { scopeId, scopeKind: 'collection' },
  ].map(async (body) => (await give({ memberId: 'm-gus', ...body })).status)
  expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404])
})

test('a person gives nothing this way, an administrator neither', async () => {
  const { id: scopeId } = await world.makeSpace()
  for (const as of ['ada', 'gus']) expect((await give({ scopeId, memberId: 'm-gus' }, as)).status).toBe(401)
})
