import { expect, test } from '@jest/globals'
import { keepDraftsOf } from '../src/parts/drafts.ts'

function storeOf(...names: string[]) {
  const items = new Map(names.map((name) => [name, 'text']))
  return {
    names: () => [...items.keys()].filter((name) => name !== 'quire-person'),
    get length() {
      return items.size
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
}

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
