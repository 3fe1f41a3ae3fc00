import { expect, test } from '@jest/globals'
import { fieldName, fieldText } from '../src/screens/changes/field-text.ts'
import type { WordsOf } from '../src/words/areas.ts'
import { de } from '../src/words/changes/de.ts'
import { en } from '../src/words/changes/en.ts'
import { de as generalDe } from '../src/words/general/de.ts'
import { en as general } from '../src/words/general/en.ts'
import { languages } from '../src/words/languages.ts'

const names = { pages: new Map([['p1', 'Setup']]), files: new Map([['f1', 'sea.png']]) }
const texts: WordsOf<'changes'> = { ...general, ...en }
const german: WordsOf<'changes'> = { ...generalDe, ...de }
const text = (name: string, value: unknown, other?: unknown) => fieldText(name, value, { words: texts, names, other })

test('an emoji is shown as its sign, a flag as yes or no in the language of the person, and nothing as nothing', () => {
  expect([text('emoji', '1f600'), text('emoji', '1f468-200d-1f4bb')]).toEqual(['😀', '👨‍💻'])
  expect([text('hidden', true), text('noIndex', false)]).toEqual(['Yes', 'No'])
  expect(fieldText('noRobotsIndex', true, { words: german, names })).toBe('Ja')
  expect([text('description', undefined), text('cover', null)]).toEqual(['', ''])
})

test('a cover is shown by its pictures, and where it is if only that differs', () => {
  const cover = { ref: { kind: 'file', file: 'f1' }, yPos: 0 }
  const dark = { kind: 'url', url: 'https://a.example/night.png' }
  expect(text('cover', cover)).toBe('sea.png')
  expect(text('cover', { ...cover, refDark: dark })).toBe('sea.png · in dark mode: https://a.example/night.png')
  expect([text('cover', cover, { ...cover, yPos: 12 }), text('cover', { ...cover, yPos: 12 }, cover)]).toEqual([
    'sea.png · shifted by 0',
    'sea.png · shifted by 12',
  ])
  expect(text('cover', { ref: { kind: 'file', file: 'unknown' }, yPos: 0 })).toBe('File')
})

test('a link is shown by its address, or by the name of what it leads to', () => {
  expect(text('target', { kind: 'url', url: 'https://a.example/' })).toBe('https://a.example/')
  expect(text('target', { kind: 'page', page: 'p1' })).toBe('Setup')
  expect(text('target', { kind: 'page', page: 'p2', space: 's2' })).toBe('Page')
  expect(text('target', { kind: 'anchor', page: 'p1', anchor: 'first' })).toBe('Setup#first')
  expect(text('target', { kind: 'file', file: 'f1' })).toBe('sea.png')
  expect(text('target', { kind: 'openapi', spec: 'pets' })).toBe('An OpenAPI specification')
})

test('a layout is shown by the parts in which the sides differ', () => {
  const layout = { width: 'default', title: true, outline: true, coverSize: 'hero' }
  const other = { ...layout, width: 'wide', outline: false }
  expect(text('layout', layout, other)).toBe('Use the whole breadth: No · Show the outline: Yes')
  expect(text('layout', other, layout)).toBe('Use the whole breadth: Yes · Show the outline: No')
})

test('tags, variables, files and pages above are shown by their names', () => {
  const tag = (name: string) => ({ tag: { kind: 'tag', tag: name } })
  expect(text('tags', [tag('new'), tag('beta')])).toBe('new, beta')
  expect(text('variables', { city: 'Oslo', year: '2026' })).toBe('city = Oslo · year = 2026')
  expect(text('file', { blob: '1', name: 'sea.png', size: 3 })).toBe('sea.png')
  expect([text('parent', 'p1'), text('parent', null)]).toEqual(['Setup', 'At the top'])
  expect([text('deleted', 'deleted'), text('deleted', 'kept')]).toEqual(['Deleted', 'Kept'])
})

test('a page that is chosen as a whole is shown field by field', () => {
  const tags = [{ tag: { kind: 'tag', tag: 'new' } }]
  expect(text('page', { title: 'Setup', emoji: '1f600', tags, description: undefined })).toBe(
    'Title: Setup\nEmoji: 😀\nTags: new\nDescription: (nothing)',
  )
})

test('every field of a page has a name in every language', async () => {
  const fields = ['title', 'linkTitle', 'description', 'slug', 'cover', 'emoji', 'icon', 'layout', 'variables', 'tags']
  const all = [...fields, 'condition', 'hidden', 'noIndex', 'noRobotsIndex', 'target', 'parent', 'name']
  for (const [code] of languages) {
    const words = (await import(`../src/words/changes/${code}.ts`))[code]
    expect(all.filter((name) => fieldName(name, words) === name)).toEqual([])
  }
})
