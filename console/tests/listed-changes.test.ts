import { expect, test } from '@jest/globals'
import { groupedChanges, listedChanges } from '../src/screens/changes/listed-changes.ts'

const page = (id: string) => ({ id, type: 'document' as const, title: id, path: id })
const edited = (id: string) => ({ type: 'page_edited' as const, page: page(id), attributes: {} })
const moved = (id: string) => ({ type: 'page_moved' as const, page: page(id), parent: {} })
const file = { type: 'file_created' as const, file: { id: 'f', name: 'f', contentType: 'text/plain', downloadURL: '' } }

test('the pages of a list of changes are one list, whose count has those that were not read yet', () => {
  const pages = [
    { changes: [edited('a')], more: 3, next: { page: 'x' } },
    { changes: [edited('b')], more: 2, next: { page: 'y' } },
  ]
  expect(listedChanges({ pages })).toEqual({ changes: [edited('a'), edited('b')], count: 4 })
  expect(listedChanges({ pages: [{ changes: [] }] })).toEqual({ changes: [], count: 0 })
})

test('a page that was edited and moved has both changes, also where the second is further down the list', () => {
  const { pages, others } = groupedChanges([edited('a'), edited('b'), moved('a'), file])
  expect([...pages]).toEqual([
    ['a', [edited('a'), moved('a')]],
    ['b', [edited('b')]],
  ])
  expect(others).toEqual([file])
})
