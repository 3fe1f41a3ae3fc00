import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member, organization, site, siteSpace, space } from '@quire/contracts'
import { acme, lastPublished, publicUrl, startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const everyone = ['ada', 'cleo', 'rev', 'edda', 'cora', 'rex', 'gus', 'dora', 'olga']

test('a new space is shown whole, empty and private, and told as it is shown', async () => {
  const events = await world.test.eventsDuring(async () => {
    const { status, body } = await world.send('createSpace', {
      body: { title: 'Manual', emoji: '1f600', language: 'fr', editMode: 'locked' },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      object: 'space',
      title: 'Manual',
      emoji: '1f600',
      language: 'fr',
      editMode: 'locked',
      visibility: 'private',
      organization: acme,
      defaultLevel: 'inherit',
      comments: 0,
      changeRequests: 0,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
      permissions: { view: true, admin: true, edit: true, merge: true, installIntegration: false },
      urls: { location: `${publicUrl}/v1/spaces/${body.id}` },
    })
    expect(body.parent).toBeUndefined()
  })
  const [state] = lastPublished(events, space).values()
  expect(state).toMatchObject({ title: 'Manual', version: 1, organizationId: acme, collectionId: null, language: 'fr' })
})

test('who may not create spaces creates none; whoever does administers theirs', async () => {
  expect(await world.statuses('createSpace', everyone, { body: {} })).toEqual([
    201, 201, 403, 403, 403, 403, 403, 404, 404,
  ])
  const { id } = await world.makeSpace({}, 'cleo')
  const { body } = await world.send('getSpaceById', { as: 'cleo', params: { spaceId: id } })
  expect(body.permissions.admin).toBe(true)
  expect((await world.send('listUserPermissionsInSpace', { as: 'cleo', params: { spaceId: id } })).body.items).toEqual([
    { permission: 'admin', user: expect.objectContaining({ id: 'cleo', displayName: 'Cleo' }) },
  ])
})

test('a space in a collection that the caller cannot see, or that is another organization’s, is 400 and not made', async () => {
  const foreign = await world.send('createCollection', { as: 'olga', params: { organizationId: 'other' }, body: {} })
  for (const parent of ['nowhere', foreign.body.id]) {
    const { status, body } = await world.send('createSpace', { body: { parent } })
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^body\.parent: /)])
  }
})

test('a space that one may not read does not exist, whatever is asked of it', async () => {
  const { id } = await world.makeSpace()
  await world.send('updateSpaceById', { params: { spaceId: id }, body: { defaultLevel: null } })
  const params = { spaceId: id }
  for (const operation of ['getSpaceById', 'getCurrentRevision', 'listCommentsInSpace', 'createChangeRequest']) {
    expect(await world.statuses(operation, ['rex', 'cleo', 'gus', 'olga'], { params, body: undefined })).toEqual([
      404, 404, 404, 404,
    ])
  }
  expect((await world.send('deleteSpaceById', { as: 'rex', params })).status).toBe(204)
  expect((await world.space(id)).deletedAt).toBeUndefined()
})

test('the list holds what the caller may read, page after page, and counts no more than that', async () => {
  const organizationId = 'shelf'
  await world.publishState(organization, { id: organizationId })
  for (const [userId, role] of [
    ['ada', 'admin'],
    ['rex', 'read'],
    ['gus', null],
  ] as const)
    await world.publishState(member, { id: `s-${userId}`, organizationId, userId, role })
  await world.test.settled()
  const params = { organizationId }
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
    ids.push((await world.send('createSpace', { params, body: { title } })).body.id)
  const [, hidden = '', , presented = ''] = ids
  await world.send('updateSpaceById', { params: { spaceId: hidden }, body: { defaultLevel: null } })
  await world.send('updateUserPermissionInSpace', {
    params: { spaceId: presented, userId: 'gus' },
    body: { role: 'read' },
  })
  expect(await listed('ada', params)).toEqual({ items: ids, counts: [5, 5, 5] })
  expect(await listed('rex', params)).toEqual({ items: ids.filter((id) => id !== hidden), counts: [4, 4] })
  expect(await listed('gus', params)).toEqual({ items: [presented], counts: [1] })
  expect((await world.send('listSpacesInOrganizationById', { as: 'olga', params })).status).toBe(404)
})

/** The whole list of spaces in pages of two: the ids, and the count on each page. */
async function listed(as: string, params: Record<string, string>) {
  const items: string[] = []
  const counts: number[] = []
  let page: string | undefined
  do {
    const query = { limit: '2', ...(page && { page }) }
    const { body } = await world.send('listSpacesInOrganizationById', { as, params, query })
    items.push(...body.items.map((one: { id: string }) => one.id))
    counts.push(body.count)
    page = body.next?.page
  } while (page)
  return { items, counts }
}

test('a change answers and tells the changed space; null clears, absent leaves unchanged', async () => {
  const { id, createdAt } = await world.makeSpace({ title: 'Before', emoji: '1f600', language: 'de' })
  const params = { spaceId: id }
  const events = await world.test.eventsDuring(async () => {
    const { body } = await world.send('updateSpaceById', {
      as: 'cleo',
      params,
      body: { title: 'After', emoji: null, editMode: 'locked', defaultLevel: 'comment' },
    })
    expect(body).toMatchObject({
      title: 'After',
      emoji: '',
      language: 'de',
      editMode: 'locked',
      defaultLevel: 'comment',
      createdAt,
    })
  })
  expect(lastPublished(events, space).get(id)).toMatchObject({
    version: 2,
    title: 'After',
    emoji: null,
    language: 'de',
  })
  expect((await world.send('updateSpaceById', { as: 'rev', params, body: { title: 'No' } })).status).toBe(403)
  expect((await world.send('updateSpaceById', { params, body: { defaultLevel: 'owner' } })).status).toBe(400)
})

test('a deleted space is gone for everyone, told as deleted, and comes back as it was within seven days', async () => {
  const { id } = await world.makeSpace({ title: 'Phoenix' })
  await world.publish(id, { Ashes: 'They glow.' })
  const params = { spaceId: id }
  const before = await world.space(id)
  const events = await world.test.eventsDuring(async () => {
    expect((await world.send('deleteSpaceById', { as: 'rex', params })).status).toBe(403)
    expect((await world.send('deleteSpaceById', { params })).status).toBe(205)
    expect((await world.send('deleteSpaceById', { params })).status).toBe(204)
  })
  expect(lastPublished(events, space).get(id)).toMatchObject({ deletedAt: expect.any(String) })
  for (const operation of ['getSpaceById', 'listPages', 'listChangeRequestsForSpace', 'listCommentsInSpace'])
    expect((await world.send(operation, { params })).status).toBe(404)
  const trashOf = async (as: string) => {
    const { body } = await world.send('listDeletedSpaces', { as, params: { organizationId: acme } })
    return body.items.map((one: { id: string; deletedAt?: string }) => [one.id, typeof one.deletedAt])
  }
  expect(await trashOf('cleo')).toEqual([[id, 'string']])
  expect(await Promise.all(['rev', 'rex', 'gus'].map(trashOf))).toEqual([[], [], []])
  expect((await world.send('restoreSpace', { as: 'rex', params })).status).toBe(403)
  const restored = await world.send('restoreSpace', { params })
  expect([restored.status, restored.body]).toEqual([200, { ...before, updatedAt: restored.body.updatedAt }])
  expect((await world.send('listPages', { params })).body.pages).toHaveLength(1)
  expect((await world.send('restoreSpace', { params })).status).toBe(409)
  expect(await trashOf('cleo')).toEqual([])
})

test('a space deleted more than seven days ago is not restored', async () => {
  const { id } = await world.makeSpace()
  await world.send('deleteSpaceById', { params: { spaceId: id } })
  const deletedAt = new Date(Date.now() - 8 * 24 * 3600_000)
  await world.sql().updateTable('space').set({ deleted_at: deletedAt }).where('id', '=', id).execute()
  expect((await world.send('restoreSpace', { params: { spaceId: id } })).status).toBe(404)
  const { body } = await world.send('listDeletedSpaces', { params: { organizationId: acme } })
  expect(body.items).toEqual([])
})

test('visibility is the published site’s, else the collection’s for a space that inherits, else private', async () => {
  const { body: collection } = await world.send('createCollection', { body: { title: 'Guides' } })
  const { id } = await world.makeSpace({ parent: collection.id })
  const presented = async () => {
    const { visibility, visitorAuth, urls } = await world.space(id)
    return { visibility, visitorAuth, published: urls.published, public: urls.public }
  }
  const unpublished = { visitorAuth: undefined, published: undefined, public: undefined }
  expect(await presented()).toEqual({ visibility: 'in-collection', ...unpublished })
  await world.send('updateSpaceById', { params: { spaceId: id }, body: { defaultLevel: 'read' } })
  expect(await presented()).toEqual({ visibility: 'private', ...unpublished })

  const address = `${publicUrl}/sites/docs`
  const published = async (version: number, visibility: 'public' | 'visitor-auth', isPublished = true) => {
    await world.publishState(site, {
      id: 'docs',
      version,
      organizationId: acme,
      visibility,
      published: isPublished,
      address,
    })
    await world.test.settled()
    return presented()
  }
  await world.publishState(siteSpace, {
    id: 'docs-1',
    siteId: 'docs',
    spaceId: id,
    organizationId: acme,
    path: 'manual',
  })
  expect(await published(1, 'public')).toEqual({
    visibility: 'public',
    published: `${address}/manual`,
    public: `${address}/manual`,
  })
  expect(await published(2, 'visitor-auth')).toEqual({
    visibility: 'visitor-auth',
    visitorAuth: { backend: 'custom' },
    published: `${address}/manual`,
  })
  expect(await published(3, 'visitor-auth', false)).toEqual({ visibility: 'private', ...unpublished })
})

test('a repeated creation under one Idempotency-Key makes one space; another body is 409', async () => {
  const create = (title: string) =>
    world.send('createSpace', { body: { title }, headers: { 'Idempotency-Key': 'once-only' } })
  const [first, second] = [await create('Once'), await create('Once')]
  expect([second.status, second.body]).toEqual([201, first.body])
  expect((await create('Twice')).status).toBe(409)
})
