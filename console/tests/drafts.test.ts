import { expect, test } from '@jest/globals'
import { keepDraftsOf } from '../src/parts/drafts.ts'
import { storeOf } from './device.ts'

test('drafts stay on the device for whoever typed them, and the next person in the browser gets none of them', () => {
  const drafts = ['quire-page/change/page', 'quire-draft/review/change', 'quire-form/site-settings/site']
  const store = storeOf(...drafts, 'quire-theme')
  for (const person of ['ada', 'ada']) keepDraftsOf(person, store)
  expect(store.names()).toEqual([...drafts, 'quire-theme'])
  keepDraftsOf('bob', store)
  expect(store.names()).toEqual(['quire-theme'])
  store.setItem('quire-draft/of-bob', 'text')
  keepDraftsOf('bob', store)
  expect(store.names()).toContain('quire-draft/of-bob')
})
