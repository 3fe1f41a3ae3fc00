import { expect, test } from '@jest/globals'
import { chosenText, conflictParts } from '../src/screens/changes/conflict-texts.ts'
import { differencesOf, resolution, type Unresolved } from '../src/screens/changes/resolution.ts'

const block = (main: string, own: string) => `<<<<<<< main\n${main}\n=======\n${own}\n>>>>>>> change request`
const conflict = `start\n${block('live', 'ours')}\nend\n`
const read = { text: conflict, revision: 'r1' }

test.each([
  ['main', 'start\nlive\nend\n'],
  ['own', 'start\nours\nend\n'],
  ['both', 'start\nlive\nours\nend\n'],
] as const)('a text between markers becomes the side that was chosen: %s', (choice, markdown) => {
  expect(conflictParts(conflict)).toEqual([
    { kind: 'same', lines: ['start'] },
    { kind: 'both', main: ['live'], own: ['ours'] },
    { kind: 'same', lines: ['end', ''] },
  ])
  const unresolved: Unresolved = { object: 'page', id: 'p1', conflicts: [{ kind: 'content' }] }
  expect(resolution(unresolved, { 'text-1': choice }, read)).toEqual([
    { operation: 'update_page', page: 'p1', base: 'r1', document: { markdown } },
  ])
})

test('lines around chosen sides stay as they are: empty ones between two conflicts, and none before the first', () => {
  const text = `${block('A live', 'A ours')}\n\n${block('B live', 'B ours')}\n${block('', 'C ours')}`
  expect(chosenText(text, () => 'own')).toBe('A ours\n\nB ours\nC ours')
  expect(chosenText(text, () => 'main')).toBe('A live\n\nB live\n')
})

test('a text that only looks like one in conflict stays as it is', () => {
  const text = '```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n```\n<<<<<<< main\nnever closed\n'
  expect(conflictParts(text)).toEqual([{ kind: 'same', lines: text.split('\n') }])
})

test('a field takes the side that was chosen, after the text, whose front matter may say otherwise', () => {
  const conflicts = [
    { kind: 'title', main: 'Live', changeRequest: 'Ours' },
    { kind: 'parent', main: 'p2', changeRequest: null },
    { kind: 'description', changeRequest: 'Ours' },
    { kind: 'content' },
  ]
  const page: Unresolved = { object: 'page', id: 'p1', conflicts }
  const choices = { 'text-1': 'own', title: 'main', parent: 'main', description: 'main' } as const
  const text = { operation: 'update_page', page: 'p1', base: 'r1', document: { markdown: 'start\nours\nend\n' } }
  expect(resolution(page, choices, read)).toEqual([
    text,
    { operation: 'update_page', page: 'p1', title: 'Live', into: 'p2', description: null },
  ])
  expect(resolution(page, { ...choices, parent: 'own' }, read)).toEqual([
    text,
    { operation: 'update_page', page: 'p1', title: 'Live', description: null },
    { operation: 'update_page', page: 'p1' },
  ])
  const own = { ...choices, title: 'own', parent: 'own', description: 'own' } as const
  expect(resolution(page, own, read)).toEqual([text, { operation: 'update_page', page: 'p1' }])
})

test.each([
  ['main', 'deleted', 'kept', 'delete'],
  ['own', 'deleted', 'kept', 'update'],
  ['main', 'kept', 'deleted', 'update'],
  ['own', 'kept', 'deleted', 'delete'],
] as const)('what one side deleted goes or stays as chosen: %s, of live %s and own %s', (choice, main, own, verb) => {
  const conflicts = [{ kind: 'deleted', main, changeRequest: own }]
  const operations = (['page', 'file', 'reusable-content'] as const).map(
    (object) => resolution({ object, id: 'x', conflicts }, { deleted: choice }, read)[0]?.operation,
  )
  expect(operations).toEqual([`${verb}_page`, `${verb}_file`, `${verb}_reusable_content`])
})

test('fields that no change sets by itself are chosen with the whole page', () => {
  const conflicts = [{ kind: 'tags', main: ['a'], changeRequest: ['b'] }, { kind: 'content' }]
  const page: Unresolved = { object: 'page', id: 'p1', conflicts }
  expect(differencesOf(page, conflict).map(({ key }) => key)).toEqual(['whole'])
  expect(resolution(page, { whole: 'main' }, read)).toEqual([{ operation: 'revert_page', page: 'p1' }])
  expect(resolution(page, { whole: 'own' }, read)).toEqual([
    { operation: 'update_page', page: 'p1', base: 'r1', document: { markdown: 'start\nours\nend\n' } },
    { operation: 'update_page', page: 'p1' },
  ])
})

test.each([
  ['main', 'main', [{ operation: 'revert_file', file: 'f1' }]],
  ['own', 'own', [{ operation: 'update_file', file: 'f1' }]],
  ['main', 'own', [{ operation: 'update_file', file: 'f1', name: 'live.svg' }]],
  [
    'own',
    'main',
    [
      { operation: 'revert_file', file: 'f1' },
      { operation: 'update_file', file: 'f1', name: 'own.svg' },
    ],
  ],
] as const)('the name of a file is taken from %s, its bytes from %s', (name, file, changes) => {
  const conflicts = [
    { kind: 'name', main: 'live.svg', changeRequest: 'own.svg' },
    { kind: 'file', main: {}, changeRequest: {} },
  ]
  expect(resolution({ object: 'file', id: 'f1', conflicts }, { name, file }, read)).toEqual(changes)
})

test('text and title of a reusable content are chosen apart', () => {
  const conflicts = [{ kind: 'title', main: 'Live', changeRequest: 'Ours' }, { kind: 'content' }]
  const unresolved: Unresolved = { object: 'reusable-content', id: 'c1', conflicts }
  const change = { operation: 'update_reusable_content', reusableContent: 'c1' }
  expect(resolution(unresolved, { title: 'main', 'text-1': 'own' }, read)).toEqual([
    { ...change, document: { markdown: 'start\nours\nend\n' } },
    { ...change, title: 'Live' },
  ])
})
