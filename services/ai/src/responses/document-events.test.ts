import { expect, test } from '@jest/globals'
import { documentEvents } from './document-events.ts'

const block = (text: string) => ({ object: 'block' as const, type: 'paragraph', text })
const brief = (events: ReturnType<ReturnType<typeof documentEvents>>) =>
  events.map(({ stepIndex, operation, blocks }) => [stepIndex, operation, blocks.map(({ text }) => text)])

test('a document that grows is its last block updated, then new blocks inserted; one that starts again is a new step', () => {
  const next = documentEvents()
  const states = [['a'], ['ab'], ['ab'], ['abc', 'd', 'e'], ['abc', 'd', 'e', 'f'], ['x', 'y'], ['x']]
  expect(states.map((texts) => brief(next(texts.map(block))))).toEqual([
    [[0, 'insert', ['a']]],
    [[0, 'update', ['ab']]],
    [],
    [
      [0, 'update', ['abc']],
      [0, 'insert', ['d', 'e']],
    ],
    [[0, 'insert', ['f']]],
    [[1, 'insert', ['x', 'y']]],
    [[2, 'insert', ['x']]],
  ])
})
