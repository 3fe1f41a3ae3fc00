import { expect, test } from '@jest/globals'
import { changedSettings, fieldsOf, fieldsText, looksOf } from '../src/screens/editor/changed-settings.ts'
import { placeOf } from '../src/screens/editor/page-place.ts'
import type { Page } from '../src/screens/space/pages.ts'
import { en } from '../src/words/changes/en.ts'

const layout = { title: true, outline: true, width: 'default' }
const page = (id: string, pages: Page[] = []) => ({ type: 'document', id, title: id, slug: id, layout, pages }) as Page
const tree = [page('a'), page('b', [page('c'), page('d')])]
const change = (item: string) => ({ operation: 'update_page', page: item })

test('a move among neighbours names no page above, and one to another place does', () => {
  expect(placeOf(tree, { item: 'd', target: 'c', where: 'before' })).toEqual({ ...change('d'), after: null })
  expect(placeOf(tree, { item: 'a', target: 'b', where: 'after' })).toEqual({ ...change('a'), after: 'b' })
  expect(placeOf(tree, { item: 'a', target: 'd', where: 'before' })).toEqual({ ...change('a'), into: 'b', after: 'c' })
  expect(placeOf(tree, { item: 'c', target: 'b', where: 'after' })).toEqual({ ...change('c'), into: null, after: 'b' })
  expect(placeOf(tree, { item: 'a', target: 'b', where: 'inside' })).toEqual({ ...change('a'), into: 'b' })
})

test('settings of a page send what was changed alone, and nothing if that is nothing', () => {
  const settings = (chosen: object) => changedSettings(page('a'), { fields: {}, looks: {}, ...chosen })
  expect(settings({})).toBeUndefined()
  expect(settings({ looks: { outline: true } })).toBeUndefined()
  expect(settings({ looks: { outline: false, title: true } })).toEqual({ ...change('a'), layout: { outline: false } })
  expect(settings({ fields: { hidden: true, description: '', emoji: '😀' } })).toEqual({
    ...change('a'),
    hidden: true,
    description: null,
    emoji: '1f600',
  })
  expect(settings({ looks: { picture: null } })).toEqual({ ...change('a'), cover: null })
  const picture = { ref: { kind: 'file', file: 'f' } }
  expect(settings({ looks: { picture } })).toEqual({ ...change('a'), cover: picture })
  expect(fieldsOf(page('a'))).toMatchObject({ title: 'a', description: '', emoji: '', hidden: false })
})

test('the form of the settings has the cover beside the layout, which has a field of that name too', () => {
  const withCover = { ...page('a'), layout: { ...layout, cover: false }, cover: { yPos: 0 } } as unknown as Page
  expect([looksOf(page('a')), looksOf(withCover)]).toEqual([
    { ...layout, picture: null },
    { ...layout, cover: false, picture: { yPos: 0 } },
  ])
  expect(looksOf({ ...page('a'), type: 'link' } as unknown as Page)).toEqual({ picture: null })
})

test('fields that somebody else has changed are named with their values, if these are texts', () => {
  const fields = { title: 'Setup', hidden: true, emoji: '', cover: { yPos: 0 } }
  expect(fieldsText(fields, en.fields)).toBe('Title (Setup), Hidden, Emoji, Cover')
})
