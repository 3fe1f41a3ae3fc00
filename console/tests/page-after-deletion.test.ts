import { expect, test } from '@jest/globals'
import { pageAfterDeletion } from '../src/screens/editor/page-after-deletion.ts'
import type { Page } from '../src/screens/space/pages.ts'

const page = (id: string, ...pages: object[]) => ({ id, type: 'document', pages })
const pages = [
  page('one'),
  { id: 'group', type: 'group', pages: [page('two', page('three')), page('four')] },
  { id: 'link', type: 'link' },
] as unknown as Page[]

test.each([
  ['one', 'one', 'two'],
  ['two', 'three', 'four'],
  ['four', 'four', 'three'],
  ['group', 'three', 'one'],
  ['two', 'four', 'four'],
  ['link', 'one', 'one'],
  ['elsewhere', 'one', 'one'],
])('when %s is deleted while %s is open, %s is opened', (deleted, open, next) => {
  expect(pageAfterDeletion(pages, deleted, open)).toBe(next)
})

test('when the last document is deleted, there is none to open', () => {
  expect(pageAfterDeletion(pages.slice(0, 1), 'one', 'one')).toBeUndefined()
})
