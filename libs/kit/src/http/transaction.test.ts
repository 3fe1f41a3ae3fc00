import { expect, test } from '@jest/globals'
import { publish } from './transaction.ts'

const position = { stream: 'one', sequence: 7 }
const rows = [{ id: 'event', envelope: {}, revokes: null }]

/** Makes the dependencies of a publication that all services have applied, with `changes`. */
const deps = (changes: object) =>
  ({
    publisher: { publish: async () => position },
    positions: { appliedIfAlive: async () => true },
    toldBy: async () => position,
    requireAgreed: async () => undefined,
    isBusAnswering: () => true,
    ...changes,
  }) as never

test('a repeated request is answered as the first was, whatever the broker does', async () => {
  const again = (changes: object) => publish(deps(changes), { narrows: false } as never, { rows: [], isAgain: true })
  expect(await again({})).toEqual(position)
  expect(await again({ isBusAnswering: () => false })).toBeUndefined()
  const toldBy = () => Promise.reject(new Error('no responders'))
  expect(await again({ toldBy })).toBeUndefined()
})

test('a right that was taken away is not called in force once the broker no longer answers: silence says nothing then', async () => {
  const narrowed = (changes: object) =>
    publish(deps(changes), { narrows: true } as never, { rows: rows as never, isAgain: false })
  expect(await narrowed({})).toEqual(position)
  await expect(narrowed({ isBusAnswering: () => false })).rejects.toMatchObject({ status: 503 })
})
