import { expect, test } from '@jest/globals'
import {
  type Branches,
  type CreationRights,
  childrenOf,
  isMovable,
  mayCreateSomewhere,
  mayMove,
} from '../src/frame/branches.ts'

const collection = (id: string, create: boolean, parent?: string) =>
  ({ object: 'collection', id, parent, permissions: { create } }) as Branches['collections'][number]
const space = (id: string, admin: boolean, parent?: string) =>
  ({ object: 'space', id, parent, permissions: { admin } }) as Branches['spaces'][number]

const collections = [collection('guides', true), collection('manuals', false), collection('drafts', true, 'guides')]
const spaces = [
  space('knots', true, 'guides'),
  space('loops', true, 'guides'),
  space('read-only', false, 'guides'),
  space('handbook', true, 'manuals'),
  space('top', true),
  space('lonely', true, 'hidden'),
]
const given = (mayCreateAtTop: boolean): Branches & CreationRights => ({ collections, spaces, mayCreateAtTop })
const inCollection = given(false)
const atTop = given(true)

test('whoever may create in any collection creates content, and others at the top', () => {
  expect([inCollection, atTop].map(mayCreateSomewhere)).toEqual([true, true])
  const none = { ...inCollection, collections: [collection('manuals', false)] }
  expect([none, { ...none, mayCreateAtTop: true }].map(mayCreateSomewhere)).toEqual([false, true])
})

test('a space is moved by whoever may create, in collections where they may, and at the top only if they may there', () => {
  const may = (item: string, where: 'before' | 'inside', target: string, rights = inCollection) =>
    mayMove(rights, { item, where, target })
  expect([may('loops', 'before', 'knots'), may('read-only', 'before', 'knots')]).toEqual([true, false])
  expect([may('handbook', 'inside', 'guides'), may('handbook', 'before', 'knots')]).toEqual([true, true])
  expect([may('knots', 'inside', 'manuals'), may('knots', 'before', 'handbook')]).toEqual([false, false])
  expect([may('knots', 'before', 'top'), may('knots', 'before', 'top', atTop)]).toEqual([false, true])
  // A space whose collection is hidden is shown at the top, and is elsewhere.
  expect(may('knots', 'before', 'lonely', atTop)).toBe(false)
})

test('what can go nowhere else is not movable: a collection needs one outside itself, or the top', () => {
  const [guides, manuals, drafts] = collections
  const movable = (rights: Branches & CreationRights) =>
    [guides, manuals, drafts].map((one) => one && isMovable(one, rights))
  expect([movable(atTop), movable(inCollection)]).toEqual([
    [true, false, true],
    [false, false, true],
  ])
})

test('collections are sorted among collections alone, and spaces go into collections alone', () => {
  const may = (item: string, where: 'after' | 'inside', target: string) => mayMove(atTop, { item, where, target })
  expect([may('drafts', 'after', 'guides'), may('drafts', 'after', 'top')]).toEqual([true, false])
  expect([may('top', 'inside', 'guides'), may('top', 'inside', 'knots')]).toEqual([true, false])
  // A space leaves its own collection.
  expect([may('knots', 'after', 'guides'), may('top', 'after', 'guides')]).toEqual([true, false])
})

test('spaces are shown in the order that they were sorted into, not in that of the list', () => {
  const sorted = [
    { ...space('first', true), position: 'b' },
    { ...space('second', true), position: 'a5' },
    { ...space('third', true), position: 'B' },
  ]
  const shown = childrenOf({ collections: [collection('guides', true)], spaces: sorted }, undefined)
  expect(shown.map(({ id }) => id)).toEqual(['guides', 'third', 'second', 'first'])
})
