import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import type { Logger } from '@quire/kit'
import type { SpecificationOutcome } from '../openapi/read-specification.ts'
import { createFileSpecifications } from './file-specifications.ts'

/** Specifications whose reading ends when the test says so. Each file has the name of its blob as its text. */
function heldSpecifications() {
  const opened: string[] = []
  const reading: { text: string; end: (outcome: SpecificationOutcome) => void }[] = []
  const specifications = createFileSpecifications({
    blobs: {
      async open(blob) {
        opened.push(blob)
        return Readable.from([Buffer.from(blob)])
      },
    },
    read: ({ text }) => new Promise((end) => reading.push({ text, end })),
    log: { warn() {} } as unknown as Logger,
  })
  const settle = async () => {
    for (let count = 0; count < 20; count += 1) await turn()
  }
  return {
    opened,
    begin: (blob: string, organizationId: string) => specifications.read({ blob, size: 10 }, organizationId),
    settle,
    /** Ends the reading under way; returns what was read. */
    async endWith(outcome: SpecificationOutcome) {
      await settle()
      const one = reading.shift()
      one?.end(outcome)
      await settle()
      return one?.text
    },
  }
}

const read: SpecificationOutcome = { json: '{}', hash: 'h', format: 'json' }

test('files that wait for the thread are not in memory', async () => {
  const { opened, begin, settle, endWith } = heldSpecifications()
  const [first] = ['a', 'b', 'c'].map((blob) => begin(blob, 'acme'))
  await settle()
  expect(opened).toEqual(['a'])
  await endWith(read)
  expect(await first).toBe('{}')
  expect(opened).toEqual(['a', 'b'])
})

test('organizations take turns', async () => {
  const { begin, endWith } = heldSpecifications()
  for (const blob of ['a', 'b', 'c']) void begin(blob, 'acme')
  void begin('x', 'other')
  const order = []
  for (let count = 0; count < 4; count += 1) order.push(await endWith(read))
  expect(order).toEqual(['a', 'x', 'b', 'c'])
})

test('a file beyond those that may wait is read with a later visit', async () => {
  const { opened, begin, endWith } = heldSpecifications()
  for (let count = 0; count < 30; count += 1) void begin(`blob${count}`, 'acme')
  expect(await begin('late', 'acme')).toBeUndefined()
  for (let count = 0; count < 21; count += 1) await endWith(read)
  expect(await endWith(read)).toBeUndefined()
  expect(opened).toHaveLength(21)
  const late = begin('late', 'acme')
  await endWith(read)
  expect(await late).toBe('{}')
})

test('no number of organizations keeps the file of another one from its turn', async () => {
  const { begin, endWith } = heldSpecifications()
  for (let count = 0; count < 22; count += 1) void begin(`blob${count}`, `organization${count}`)
  const late = begin('late', 'acme')
  for (let count = 0; count < 22; count += 1) await endWith(read)
  expect(await endWith(read)).toBe('late')
  expect(await late).toBe('{}')
})

test('a file without a specification is read once', async () => {
  const { opened, begin, endWith } = heldSpecifications()
  const first = begin('a', 'acme')
  await endWith({ problems: [] })
  expect([await first, await begin('a', 'acme'), opened]).toEqual([undefined, undefined, ['a']])
})
