import { expect, test } from '@jest/globals'
import { createLog } from '../log.ts'
import { createPublishMarks, type PublishedRow } from './publisher.ts'

/** Statements in progress, each ended by the test. */
function statements() {
  const sent: string[][] = []
  const ends: (() => void)[] = []
  const mark = (rows: PublishedRow[]) => {
    sent.push(idsOf(rows))
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  return { sent, ends, marks: createPublishMarks(mark, createLog('test', 'silent')) }
}
const row = (id: string): PublishedRow => ({ id, sequence: 1 })
const idsOf = (rows: PublishedRow[]) => rows.map(({ id }) => id)
const many = (name: string) => Array.from({ length: 100 }, (_, n) => row(`${name} ${n}`))

test('what is gathered while one statement is under way goes into the next, and later ones are marked too', async () => {
  const { sent, ends, marks } = statements()
  marks.add(many('first'))
  marks.add([row('second')])
  marks.add([row('third')])
  expect(sent).toEqual([idsOf(many('first'))])
  ends[0]?.()
  const settled = marks.settled()
  await new Promise(setImmediate)
  ends[1]?.()
  await settled
  expect(sent.slice(1)).toEqual([['second', 'third']])
  // Nothing is left to mark now.
  await marks.settled()
  marks.add(many('fourth'))
  expect(sent.slice(2)).toEqual([idsOf(many('fourth'))])
})

test('rows that could not be marked keep no others from being marked', async () => {
  let calls = 0
  const marked: string[] = []
  const marks = createPublishMarks(
    async (rows) => {
      calls += 1
      if (calls === 1) throw new Error('the database is away')
      marked.push(...idsOf(rows))
    },
    createLog('test', 'silent'),
  )
  marks.add([row('lost')])
  await marks.settled()
  marks.add([row('kept')])
  await marks.settled()
  expect(marked).toEqual(['kept'])
})
