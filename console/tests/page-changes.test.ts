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
  expect(settings({ fields: { hidden: true, description: '', emoji: '1f600', icon: '' } })).toEqual({
    ...change('a'),
    hidden: true,
    description: null,
    emoji: '1f600',
    icon: '',
  })
  expect(settings({ looks: { picture: null } })).toEqual({ ...change('a'), cover: null })
  const picture = { kind: 'file', file: 'f' }
  expect(settings({ looks: { picture } })).toEqual({ ...change('a'), cover: { ref: picture } })
  expect(fieldsOf(page('a'))).toMatchObject({ title: 'a', description: '', emoji: '', hidden: false })
})

test('a picture for dark is set beside the cover that the page has, at its position', () => {
  const ref = { kind: 'url', url: 'https://pictures.example/a.png' }
  const covered = { ...page('a'), cover: { ref, yPos: 12 } } as unknown as Page
  const dark = { kind: 'file' as const, file: 'f' }
  const cover = { ref, refDark: dark, yPos: 12 }
  expect(changedSettings(covered, { fields: {}, looks: { pictureDark: dark } })).toEqual({ ...change('a'), cover })
})

test('the form of the settings has the cover beside the layout, which has a field of that name too', () => {
  const picture = { kind: 'file', file: 'f' }
  const withCover = {
    ...page('a'),
    layout: { ...layout, cover: false },
    cover: { ref: picture, yPos: 0 },
  } as unknown as Page
  expect([looksOf(page('a')), looksOf(withCover)]).toEqual([
    { ...layout, picture: null, pictureDark: null },
    { ...layout, cover: false, picture, pictureDark: null },
  ])
  expect(looksOf({ ...page('a'), type: 'link' } as unknown as Page)).toEqual({ picture: null, pictureDark: null })
})

test('fields that somebody else has changed are named with their values, if these are texts', () => {
  const fields = { title: 'Setup', hidden: true, emoji: '1f680', icon: '', cover: null }
  expect(fieldsText(fields, en.fields)).toBe('Title (Setup), Hidden, Emoji (🚀), Icon, Cover')
})
