import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { collection, grant, grantedSpaces, member, organization, siteSpace, space } from '@quire/contracts'
import { lockGrants } from '../../../src/workspace/grants/lock-grants.ts'
import { acme, lastPublished, startWorld, type World } from '../../world.ts'
import { structureOf } from './structure-actions.ts'

let world: World
let at: ReturnType<typeof structureOf>
/** Beside olga, its administrator: cleo creates in `other` too, cora reads there, gus is a guest, dora is disabled. */
const others = { ada: 'create', cleo: 'create', cora: 'read', gus: null } as const
beforeAll(async () => {
  world = await startWorld()
  at = structureOf(world)
  for (const [userId, role] of Object.entries(others))
    await world.publishState(member, { id: `o-${userId}`, organizationId: 'other', userId, role })
  await world.publishState(member, {
    id: 'o-edda',
    organizationId: 'other',
    userId: 'edda',
    role: 'edit',
    disabled: true,
  })
  await world.test.settled()
})
afterAll(() => world.stop())

const inOther = { params: { organizationId: 'other' }, as: 'olga' }
const collectionOfOther = (body: object = {}) => at.made('createCollection', { ...inOther, body })
const sees = (spaceId: string, ...as: string[]) => world.statuses('getSpaceById', as, { params: { spaceId } })

async function branch() {
  const outer = await at.collection({ title: 'Outer' })
  const inner = await at.collection({ title: 'Inner', parent: outer.id })
  const [one, two] = [await at.space(outer.id), await at.space(inner.id)]
  return { outer: outer.id, inner: inner.id, one: one.id, two: two.id }
}

test('a space goes to another organization with its content, and is gone from the one it came from', async () => {
  const { id } = await at.space(undefined, { title: 'Manual' })
  await world.publish(id, { Ashes: 'They glow.' })
  const events = await world.test.eventsDuring(async () => {
    const { status, body } = await at.transfer('space', id, { organization: 'other' })
    expect([status, body.organization, body.parent, body.permissions.admin]).toEqual([200, 'other', undefined, true])
  })
  expect(lastPublished(events, space).get(id)).toMatchObject({ organizationId: 'other', collectionId: null })
  expect(await sees(id, 'olga', 'ada', 'cora', 'rex', 'rev')).toEqual([200, 200, 200, 404, 404])
  const lists = async (organizationId: string, as: string) =>
    (await at.made('listSpacesInOrganizationById', { as, params: { organizationId }, query: { limit: '1000' } })).items
  expect((await lists('other', 'olga')).map((one: { id: string }) => one.id)).toContain(id)
  expect((await lists(acme, 'ada')).map((one: { id: string }) => one.id)).not.toContain(id)
  expect((await world.send('listPages', { as: 'olga', params: { spaceId: id } })).body.pages).toHaveLength(1)
})

test('a collection goes with all that is in it, into a collection too, and each of it is told of once', async () => {
  const { outer, inner, one, two } = await branch()
  const target = await collectionOfOther()
  await world.send('deleteSpaceById', { params: { spaceId: two } })
  const events = await world.test.eventsDuring(async () => {
    const { status, body } = await at.transfer(
      'collection',
      outer,
      { organization: 'other', collection: target.id },
      'cleo',
    )
    expect([status, body.organization, body.parent]).toEqual([200, 'other', target.id])
  })
  expect([...lastPublished(events, collection).values()]).toEqual([
    expect.objectContaining({ id: outer, organizationId: 'other', parentId: target.id }),
    expect.objectContaining({ id: inner, organizationId: 'other', parentId: outer }),
  ])
  expect([...lastPublished(events, space).keys()].sort()).toEqual([one, two].sort())
  expect(await sees(one, 'olga', 'cleo', 'rex')).toEqual([200, 200, 404])
  expect(await at.listed(inner, 'olga')).toEqual([])
  expect((await world.send('restoreSpace', { as: 'olga', params: { spaceId: two } })).body.organization).toBe('other')
  expect(await at.listed(inner, 'olga')).toEqual([two])
})

test('rules of people go along where they are members, under their membership there; all others end', async () => {
  const { id } = await at.space()
  const give = (role: string | null, users: string[]) =>
    at.made('inviteToSpace', { params: { spaceId: id }, body: { role, users } })
  await give('comment', ['gus', 'rex', 'edda'])
  await give(null, ['cora'])
  await at.made('inviteToSpace', { params: { spaceId: id }, body: { role: 'read', teams: ['writers'] } })
  const events = await world.test.eventsDuring(() => at.transfer('space', id, { organization: 'other' }))
  const ofGrants = (type: string) => events.filter((one) => one.type === type).map(({ key }) => key.split('.')[1])
  expect(ofGrants(grant.removed.type).sort()).toEqual(['m-cora', 'm-edda', 'm-gus', 'm-rex', 'writers'])
  expect([...lastPublished(events, grant).values()].map((one) => one)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ subjectId: 'o-gus', role: 'comment', organizationId: 'other' }),
      expect.objectContaining({ subjectId: 'o-cora', role: null, organizationId: 'other' }),
      expect.objectContaining({ subjectId: 'o-ada', role: 'admin', organizationId: 'other' }),
    ]),
  )
  expect(lastPublished(events, grant).size).toBe(3)
  expect(await sees(id, 'gus', 'cora', 'edda', 'rex')).toEqual([200, 404, 404, 404])
  const counts = lastPublished(events, grantedSpaces)
  expect([counts.get('o-gus'), counts.get('m-gus')]).toEqual([
    expect.objectContaining({ spaces: 1, organizationId: 'other' }),
    expect.objectContaining({ organizationId: acme }),
  ])
  const { stored, counted } = await at.counters()
  expect(stored).toEqual(counted)
})

test('what takes a space elsewhere in its organization is a move', async () => {
  const target = await at.collection()
  const { id } = await at.space()
  for (const organizationOfIt of [{ organization: acme }, {}]) {
    await at.move('space', id, { parent: null })
    const { status, body } = await at.transfer('space', id, { ...organizationOfIt, collection: target.id }, 'cleo')
    expect([status, body.parent, body.permissions.admin]).toEqual([200, target.id, true])
  }
  for (const body of [{ organization: acme }, { collection: target.id }, { organization: acme, collection: target.id }])
    expect([body, (await at.transfer('space', id, body)).status]).toEqual([body, 409])
  const inner = await at.collection({ parent: target.id })
  const circle = await at.transfer('collection', target.id, { collection: inner.id })
  expect([circle.status, circle.body.error.message]).toEqual([400, expect.stringMatching(/^body\.collection: /)])
})

test('where nothing can go is refused by its name', async () => {
  const { id } = await at.space()
  const own = await at.collection()
  const hidden = await collectionOfOther()
  await world.send('updateCollectionById', {
    as: 'olga',
    params: { collectionId: hidden.id },
    body: { defaultLevel: null },
  })
  const messages = async (body: object) => {
    const answer = await at.transfer('space', id, body)
    return [answer.status, answer.body.error.message.split(':')[0]]
  }
  expect(await messages({})).toEqual([400, 'body.organization'])
  expect(await messages({ organization: 'other', collection: own.id })).toEqual([400, 'body.collection'])
  expect(await messages({ organization: 'other', collection: hidden.id })).toEqual([400, 'body.collection'])
  expect(await messages({ organization: acme, collection: hidden.id })).toEqual([400, 'body.collection'])
  expect(await messages({ collection: hidden.id })).toEqual([400, 'body.collection'])
  expect(await messages({ collection: 'nowhere' })).toEqual([400, 'body.collection'])
  expect(await messages({ collection: id })).toEqual([400, 'body.collection'])
  expect((await at.transfer('space', id, { organization: 'nowhere' })).status).toBe(404)
})

test('only a creator of both organizations, who may create on all of it, transfers', async () => {
  const { id: spaceId } = await at.space()
  const params = { spaceId }
  const grantAll = { params, body: { role: 'admin', users: ['cora', 'gus', 'rex', 'edda'] } }
  await at.made('inviteToSpace', grantAll)
  const callers = ['rev', 'cora', 'gus', 'rex', 'edda', 'dora', 'olga']
  expect(await world.statuses('transferSpace', callers, { params, body: { organization: 'other' } })).toEqual([
    403, 403, 403, 404, 404, 404, 404,
  ])
  const target = await collectionOfOther()
  await at.made('inviteToCollection', {
    as: 'olga',
    params: { collectionId: target.id },
    body: { role: 'admin', users: ['cora'] },
  })
  expect((await at.transfer('space', spaceId, { collection: target.id }, 'cora')).status).toBe(403)
  await world.send('updateCollectionById', {
    as: 'olga',
    params: { collectionId: target.id },
    body: { defaultLevel: 'read' },
  })
  expect((await at.transfer('space', spaceId, { collection: target.id }, 'cleo')).status).toBe(403)

  const { outer, two } = await branch()
  await world.send('updateSpaceById', { params: { spaceId: two }, body: { defaultLevel: 'read' } })
  expect((await at.transfer('collection', outer, { organization: 'other' }, 'cleo')).status).toBe(403)
  await world.send('deleteSpaceById', { params: { spaceId: two } })
  expect((await at.transfer('collection', outer, { organization: 'other' }, 'cleo')).status).toBe(403)
  expect((await at.transfer('collection', outer, { organization: 'other' })).status).toBe(200)
})

test('a token that is good in one organization does not reach into the other, nor past its single sign-on', async () => {
  const { id } = await at.space()
  const target = await collectionOfOther()
  const saml = (organizationId: string) => ({ userId: 'ada', kind: 'saml', scope: 'full', organizationId }) as const
  expect((await at.transfer('space', id, { organization: 'other' }, saml(acme))).status).toBe(404)
  expect((await at.transfer('space', id, { organization: 'other' }, saml('other'))).status).toBe(404)
  expect((await at.transfer('space', id, { collection: target.id }, saml(acme))).status).toBe(400)
  const { id: strict } = { id: 'strict' }
  await world.publishState(organization, { id: strict, sso: true })
  await world.publishState(member, { id: 's-ada', organizationId: strict, userId: 'ada', role: 'create' })
  await world.test.settled()
  const refused = await at.transfer('space', id, { organization: strict })
  expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('single sign-on')])
})

test('what a site shows is not taken from its organization, alone or in a collection', async () => {
  const { outer, two } = await branch()
  await world.publishState(siteSpace, {
    id: 'shown',
    siteId: 'docs',
    spaceId: two,
    organizationId: acme,
    path: 'manual',
  })
  await world.test.settled()
  for (const answer of [
    await at.transfer('space', two, { organization: 'other' }),
    await at.transfer('collection', outer, { organization: 'other' }),
  ])
    expect([answer.status, answer.body.error.message]).toEqual([412, expect.stringContaining('site')])
  const target = await at.collection()
  expect((await at.transfer('collection', outer, { collection: target.id })).status).toBe(200)
  await world.test.publishRemoval(siteSpace, 'shown', 2)
  await world.test.settled()
  expect((await at.transfer('collection', outer, { organization: 'other' })).status).toBe(200)
})

test('transfers both ways at once, and creations in what is transferred, all end where one can say', async () => {
  const mine = await at.collection()
  const theirs = await collectionOfOther()
  await at.made('inviteToCollection', {
    as: 'olga',
    params: { collectionId: theirs.id },
    body: { role: 'create', users: ['ada'] },
  })
  const [left, right, ...made] = await Promise.all([
    at.transfer('collection', mine.id, { organization: 'other' }),
    at.transfer('collection', theirs.id, { organization: acme }),
    ...Array.from({ length: 5 }, () => world.send('createSpace', { body: { parent: mine.id } })),
  ])
  expect([left?.status, right?.status]).toEqual([200, 200])
  for (const { status, body } of made) {
    const now = status === 201 && (await world.send('getSpaceById', { params: { spaceId: body.id } })).body.organization
    expect([status, now]).toEqual(status === 201 ? [201, 'other'] : [400, false])
  }
  const { stored, counted } = await at.counters()
  expect(stored).toEqual(counted)
})

test('a transfer that waits for one organization holds up nobody in the other', async () => {
  const { id } = await at.space()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const holder = world
    .sql()
    .transaction()
    .execute(async (sql) => {
      await lockGrants(sql, 'other')
      await held
    })
  const transferred = at.transfer('space', id, { organization: 'other' })
  const beside = await at.move('space', (await at.space()).id, { parent: (await at.collection()).id })
  expect(beside.status).toBe(200)
  release()
  await holder
  expect((await transferred).status).toBe(200)
})

test('rules that are given while a space leaves its organization leave with it, or are refused', async () => {
  for (const _ of [1, 2, 3]) {
    const { id: spaceId } = await at.space()
    const give = { params: { spaceId }, body: { role: 'read', users: ['rex'] } }
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => world.send('inviteToSpace', give)),
      at.transfer('space', spaceId, { organization: 'other' }),
      ...Array.from({ length: 4 }, () => world.send('inviteToSpace', give)),
    ])
    expect(answers.filter(({ status }) => ![200, 204, 404].includes(status))).toEqual([])
    const rules = await world
      .sql()
      .selectFrom('access_grant')
      .select('organization_id')
      .where('scope_id', '=', spaceId)
      .execute()
    expect(rules.filter((rule) => rule.organization_id !== 'other')).toEqual([])
  }
})
