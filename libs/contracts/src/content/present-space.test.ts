import { expect, test } from '@jest/globals'
import { space } from './events.ts'
import { presentSpace } from './present-space.ts'
import { Space } from './spaces.ts'

const permissions = Object.fromEntries(Object.keys(Space.shape.permissions.shape).map((name) => [name, false]))
const present = (state: object = {}, publication?: { visibility: 'public' | 'visitor-auth'; address: string }) =>
  presentSpace(space.saved.data.parse({ ...space.sample, ...state }), {
    counters: { comments: 3, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 },
    permissions: Space.shape.permissions.parse(permissions),
    publication,
    publicUrl: 'http://quire.test',
  })
const address = 'http://quire.test/sites/sit/manual'

test('a space shown keeps its contract, with every field and with none that may be missing', () => {
  expect(
    Space.safeParse(present({ emoji: '🐙', language: 'fr', deletedAt: '2026-01-02T03:04:05.006Z' })).error,
  ).toBeUndefined()
  expect(Space.safeParse(present({ collectionId: null })).error).toBeUndefined()
  expect(present({ collectionId: null })).not.toHaveProperty('parent')
  expect(present()).toMatchObject({ comments: 3, changeRequests: 0 })
})

test('a language that the contract does not know is left out instead of breaking the answer', () => {
  expect(present({ language: 'tlh' })).not.toHaveProperty('language')
  expect(present({ language: 'pt-br' }).language).toBe('pt-br')
})

test.each([
  ['in-collection', { collectionId: 'col', defaultLevel: 'inherit' }],
  ['private', { collectionId: 'col', defaultLevel: 'read' }],
  ['private', { collectionId: null, defaultLevel: 'inherit' }],
])('a space on no published site is %s for %j', (visibility, state) => {
  const one = present(state)
  expect(one.visibility).toBe(visibility)
  expect(one.urls).not.toHaveProperty('published')
})

test('a published site lends the space its visibility and address; only a public one is named public', () => {
  expect(present({}, { visibility: 'public', address })).toMatchObject({
    visibility: 'public',
    urls: { published: address, public: address },
  })
  const guarded = present({}, { visibility: 'visitor-auth', address })
  expect(guarded).toMatchObject({ visibility: 'visitor-auth', visitorAuth: { backend: 'custom' } })
  expect(guarded.urls.public).toBeUndefined()
})
