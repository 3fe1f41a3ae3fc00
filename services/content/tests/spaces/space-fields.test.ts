import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { space } from '@quire/contracts'
import { structureOf } from '../workspace/tree/structure-actions.ts'
import { lastPublished, startWorld, type World } from '../world.ts'

let world: World
let at: ReturnType<typeof structureOf>
beforeAll(async () => {
  world = await startWorld()
  at = structureOf(world)
})
afterAll(() => world.stop())

const update = (spaceId: string, body: object) => world.send('updateSpaceById', { params: { spaceId }, body })

test('an icon is shown where icons are, told, left alone by other changes, and cleared by null', async () => {
  const { id } = await at.space()
  const icon = 'https://example.com/icon.png'
  const events = await world.test.eventsDuring(async () => {
    expect((await update(id, { icon })).body.urls.icon).toBe(icon)
  })
  expect(lastPublished(events, space).get(id)).toMatchObject({ icon })
  expect((await update(id, { title: 'Iconic' })).body.urls.icon).toBe(icon)
  expect((await update(id, { icon: null })).body.urls).not.toHaveProperty('icon')
  for (const wrong of ['', 'icon.png', 'javascript:alert(1)', 'data:image/png;base64,AA==', 7]) {
    const { status, body } = await update(id, { icon: wrong })
    expect([wrong, status, body.error.message]).toEqual([wrong, 400, expect.stringMatching(/^body\.icon: /)])
  }
})

test('merge rules are taken and change nothing', async () => {
  const { id } = await at.space()
  for (const mergeRules of [
    { type: 'inherit' },
    { type: 'none' },
    { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] },
  ])
    expect((await update(id, { mergeRules })).body.mergeRules).toEqual({ type: 'none' })
})

test('what would fill a new space and is not there is refused by its name, and nothing is made', async () => {
  const before = (await world.send('listSpacesInOrganizationById')).body.count
  for (const [name, value, field] of [
    ['template', { id: 'x' }, 'template.id'],
    ['computedSource', { type: 'openapi' }, 'computedSource'],
  ] as const) {
    const { status, body } = await world.send('createSpace', { body: { [name]: value } })
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(`body.${field}: `)])
  }
  expect((await world.send('listSpacesInOrganizationById')).body.count).toBe(before)
  expect((await world.send('createSpace', { body: { title: 'Empty', unknown: 1 } })).status).toBe(201)
})

test('a locked space takes no direct edit and says what to do; change requests and their merge go on', async () => {
  const { id: spaceId } = await at.space(undefined, { editMode: 'locked' })
  const body = { source: 'zip', url: 'https://example.com/archive.zip' }
  const refused = await world.send('importContent', { params: { spaceId }, body })
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('change request')])
  const { Page } = await world.publish(spaceId, { Page: 'Text' })
  expect((await world.send('getPageById', { params: { spaceId, pageId: Page ?? '' } })).status).toBe(200)
})

const nothing = {
  view: false,
  access: false,
  admin: false,
  viewInviteLinks: false,
  edit: false,
  triggerGitSync: false,
  comment: false,
  merge: false,
  review: false,
  installIntegration: false,
}
const read = { ...nothing, view: true, access: true }
const comment = { ...read, comment: true }
const edit = { ...comment, edit: true, triggerGitSync: true }
const review = { ...edit, merge: true, review: true }
const create = { ...review, admin: true }

test.each([
  ['rex', read, false],
  ['cora', comment, false],
  ['edda', edit, false],
  ['rev', review, false],
  ['cleo', create, true],
  ['ada', create, true],
] as const)('%s is told what they may do on a space, and on a collection', async (as, permissions, admin) => {
  const parent = await at.collection()
  const { id: spaceId } = await at.space(parent.id)
  const presented = await world.send('getSpaceById', { as, params: { spaceId } })
  expect(presented.body.permissions).toEqual(permissions)
  const listed = await world.send('listSpacesInCollectionById', { as, params: { collectionId: parent.id } })
  expect(listed.body.items[0].permissions).toEqual(permissions)
  const collection = await world.send('getCollectionById', { as, params: { collectionId: parent.id } })
  expect(collection.body.permissions).toEqual({ view: true, admin, create: admin, viewInviteLinks: false })
})
