import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { ContentPosition, CreateSpace } from 'gitbook-api'
import { allPages, statusOf } from './support/clients.ts'
import { drivenOrganization } from './support/driven-organization.ts'

const ids = [
  'listCollectionsInOrganizationById',
  'createCollection',
  'getCollectionById',
  'updateCollectionById',
  'deleteCollectionById',
  'moveCollection',
  'transferCollection',
  'listSpacesInCollectionById',
  'listSpacesInOrganizationById',
  'createSpace',
  'getSpaceById',
  'updateSpaceById',
  'deleteSpaceById',
  'restoreSpace',
  'duplicateSpace',
  'moveSpace',
  'transferSpace',
]
const start = () => drivenOrganization({ tags: [], ids }, { Bob: 'read', Carol: 'create', Gil: null })
let at: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  at = await start()
})
afterAll(() => at.close())
afterEach(() => expect(at.driven.problems()).toEqual([]))

const makeCollection = async (body: { title?: string; parent?: string } = {}) =>
  (await at.admin.orgs.createCollection(at.organizationId, body)).data
const makeSpace = async (body: CreateSpace = {} as CreateSpace) =>
  (await at.admin.orgs.createSpace(at.organizationId, body)).data
const titled = (items: { title: string }[]) => items.map(({ title }) => title)
const before = (space: string): ContentPosition => ({ before: { type: 'space', space } })

test('collections are made in each other, listed whole and by their top, described, and closed', async () => {
  const guides = await makeCollection({ title: 'Guides' })
  const inner = await makeCollection({ title: 'Inner', parent: guides.id })
  const list = async (nested: boolean) =>
    titled(
      await allPages((page) => at.admin.orgs.listCollectionsInOrganizationById(at.organizationId, { nested, ...page })),
    )
  expect([await list(true), await list(false)]).toEqual([['Guides', 'Inner'], ['Guides']])
  const { data } = await at.admin.collections.updateCollectionById(guides.id, {
    title: 'Handbooks',
    description: 'For the hand',
    defaultLevel: null,
  })
  expect(data).toMatchObject({
    object: 'collection',
    title: 'Handbooks',
    description: 'For the hand',
    defaultLevel: null,
  })
  expect(await statusOf(at.clients.Bob.collections.getCollectionById(inner.id))).toBe(404)
  expect((await at.admin.collections.getCollectionById(inner.id)).data.parent).toBe(guides.id)
})

test('spaces are made, changed and listed; what would fill them is refused by its name', async () => {
  const { id: parent } = await makeCollection({ title: 'Shelf' })
  const made = await makeSpace({
    title: 'Manual',
    emoji: '1f600',
    parent,
    language: 'fr',
    editMode: 'live',
  } as CreateSpace)
  expect(made).toMatchObject({ object: 'space', parent, visibility: 'in-collection', mergeRules: { type: 'none' } })
  for (const body of [{ template: { id: 'x' } }, { computedSource: { type: 'x' } }])
    expect(await statusOf(at.admin.orgs.createSpace(at.organizationId, body as unknown as CreateSpace))).toBe(400)
  const icon = 'https://example.com/icon.png'
  const { data } = await at.admin.spaces.updateSpaceById(made.id, {
    icon,
    editMode: 'locked',
    title: 'Handbook',
    defaultLevel: 'inherit',
    language: 'de',
    mergeRules: { type: 'inherit' },
  } as never)
  expect(data).toMatchObject({ title: 'Handbook', editMode: 'locked', language: 'de', mergeRules: { type: 'none' } })
  expect(data.urls.icon).toBe(icon)
  const cleared = await at.admin.spaces.updateSpaceById(made.id, { emoji: null, icon: null } as never)
  expect([cleared.data.emoji, cleared.data.urls.icon]).toEqual(['', undefined])
  expect((await at.clients.Bob.spaces.getSpaceById(made.id, { shareKey: 'none' })).data.permissions.edit).toBe(false)
  const inCollection = (page: { limit: number; page?: string }) =>
    at.admin.collections.listSpacesInCollectionById(parent, page)
  await makeSpace({ title: 'Second', parent } as CreateSpace)
  expect(titled(await allPages(inCollection))).toEqual(['Handbook', 'Second'])
  const all = await allPages((page) => at.clients.Carol.orgs.listSpacesInOrganizationById(at.organizationId, page))
  expect(titled(all)).toEqual(['Handbook', 'Second'])
})

test('spaces and collections are moved among each other, and what cannot be is refused', async () => {
  const outer = await makeCollection({ title: 'Outer' })
  const inner = await makeCollection({ title: 'Inner', parent: outer.id })
  const one = await makeSpace({ title: 'One', parent: outer.id } as CreateSpace)
  const two = await makeSpace({ title: 'Two' } as CreateSpace)
  const moved = await at.admin.spaces.moveSpace(two.id, { parent: outer.id, position: before(one.id) })
  expect(moved.data.parent).toBe(outer.id)
  const { data } = await at.admin.collections.listSpacesInCollectionById(outer.id)
  expect(titled(data.items)).toEqual(['Two', 'One'])
  const beside: ContentPosition = { before: { type: 'collection', collection: inner.id } }
  expect((await at.clients.Carol.spaces.moveSpace(two.id, { position: beside })).status).toBe(200)
  expect(await statusOf(at.admin.spaces.moveSpace(two.id, { position: beside }))).toBe(409)
  expect(await statusOf(at.admin.spaces.moveSpace(two.id, { parent: 'nowhere' }))).toBe(400)
  expect(await statusOf(at.clients.Gil.spaces.moveSpace(two.id, { parent: null }))).toBe(404)

  const { collections } = at.admin
  expect(await statusOf(collections.moveCollection(outer.id, { parent: inner.id }))).toBe(400)
  expect(await statusOf(collections.moveCollection(inner.id, { parent: outer.id }))).toBe(409)
  expect(await statusOf(at.clients.Gil.collections.moveCollection(inner.id, { parent: null }))).toBe(404)
  expect((await collections.moveCollection(inner.id, { position: before(two.id) })).data.parent).toBe(outer.id)
  expect((await collections.moveCollection(inner.id, { parent: null })).data.parent).toBeUndefined()
})

test('a space is duplicated, deleted and restored; a collection is deleted with what is in it', async () => {
  const { id: parent } = await makeCollection({ title: 'Old' })
  const { id } = await makeSpace({ title: 'Manual', parent } as CreateSpace)
  const copy = await at.clients.Carol.spaces.duplicateSpace(id)
  expect([copy.status, copy.data.title, copy.data.parent]).toEqual([201, 'Manual (copy)', parent])
  const remove = async () => (await at.admin.spaces.deleteSpaceById(id)).status
  expect([await remove(), await remove()]).toEqual([205, 204])
  const removeAll = async () => (await at.admin.collections.deleteCollectionById(parent)).status
  expect([await removeAll(), await removeAll()]).toEqual([205, 204])
  expect(await statusOf(at.admin.spaces.getSpaceById(copy.data.id))).toBe(404)
  expect((await at.admin.spaces.restoreSpace(copy.data.id)).data).toMatchObject({ title: 'Manual (copy)', parent })
  expect(titled((await at.admin.collections.listSpacesInCollectionById(parent)).data.items)).toEqual(['Manual (copy)'])
})

test('spaces and collections go to another organization, unless a site shows them', async () => {
  const organization = await at.another('Elsewhere')
  const { id } = await makeSpace({ title: 'Leaving' } as CreateSpace)
  const collection = await makeCollection({ title: 'Leaving too' })
  const shown = await makeSpace({ title: 'Shown', parent: collection.id } as CreateSpace)
  const site = await at.admin.orgs.createSite(at.organizationId, { title: 'Docs', spaces: [shown.id] } as never)
  const { spaces, collections, orgs } = at.admin
  expect(await statusOf(spaces.transferSpace(id, { organization: at.organizationId }))).toBe(409)
  expect(await statusOf(at.clients.Carol.spaces.transferSpace(id, { organization }))).toBe(404)
  expect(await statusOf(spaces.transferSpace(shown.id, { organization }))).toBe(412)
  expect((await spaces.transferSpace(id, { organization })).data.organization).toBe(organization)

  expect(await statusOf(collections.transferCollection(collection.id, { organization: at.organizationId }))).toBe(409)
  expect(await statusOf(at.clients.Carol.collections.transferCollection(collection.id, { organization }))).toBe(404)
  expect(await statusOf(collections.transferCollection(collection.id, { organization }))).toBe(412)
  await orgs.deleteSiteById(at.organizationId, site.data.id)
  const { data } = await collections.transferCollection(collection.id, { organization })
  expect([data.organization, (await spaces.getSpaceById(shown.id)).data.organization]).toEqual([
    organization,
    organization,
  ])
})

test('nothing that is published of spaces and collections was left untried', () => {
  expect(at.driven.untried()).toEqual([])
})
