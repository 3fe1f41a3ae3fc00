import { expect, test } from '@jest/globals'
import { isPossible, type Move, movesInto, stepsOf } from '../src/parts/moves.ts'

const leaf = (id: string) => ({ id, title: id.toUpperCase() })
const tree = [leaf('a'), { ...leaf('b'), children: [leaf('c'), leaf('d')] }, leaf('e')]
const always = () => true

test('an entry moves by one step up and down beside its neighbours, into the nearest, and out of its parent', () => {
  expect(stepsOf(tree, 'e', always)).toEqual({
    up: { item: 'e', target: 'b', where: 'before' },
    into: { item: 'e', target: 'b', where: 'inside' },
  })
  expect(stepsOf(tree, 'c', always)).toEqual({
    down: { item: 'c', target: 'd', where: 'after' },
    into: { item: 'c', target: 'd', where: 'inside' },
    out: { item: 'c', target: 'b', where: 'after' },
  })
  expect(stepsOf(tree, 'x', always)).toEqual({})
})

test('a step is offered only where the list allows it, and a neighbour that takes nothing is passed over', () => {
  const onlyInto = (id: string) => (move: Move) => move.where === 'inside' && move.target === id
  expect(stepsOf(tree, 'e', onlyInto('a'))).toEqual({ into: { item: 'e', target: 'a', where: 'inside' } })
  expect(stepsOf(tree, 'a', onlyInto('b'))).toEqual({ into: { item: 'a', target: 'b', where: 'inside' } })
})

test('an entry never goes into itself, nor beside what is in it', () => {
  expect(isPossible(tree, { item: 'b', target: 'b', where: 'inside' })).toBe(false)
  expect(isPossible(tree, { item: 'b', target: 'd', where: 'after' })).toBe(false)
  expect(isPossible(tree, { item: 'd', target: 'b', where: 'inside' })).toBe(true)
})

test('an entry may go into all that the list allows, at any depth, but for what it lies in', () => {
  const into = (id: string) =>
    movesInto(tree, id, (move) => isPossible(tree, move) && move.target !== 'a').map(({ target }) => target)
  expect([into('e'), into('c'), into('b')]).toEqual([['b', 'c', 'd'], ['d', 'e'], ['e']])
})
