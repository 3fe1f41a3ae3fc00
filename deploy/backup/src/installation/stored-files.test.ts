import { expect, test } from '@jest/globals'
import { namesOf } from './stored-files.ts'

const nameOf = (number: number) => number.toString(16).padStart(64, '0')

test('a file that is removed while a store is listed hides none of those after it', async () => {
  const stored = Array.from({ length: 12_000 }, (_, at) => ({ blob: nameOf(at), storedAt: new Date(0) }))
  const removed = nameOf(3)
  const list = async (_store: string, after: string, limit: number) =>
    stored
      .filter(({ blob }) => blob > after)
      .slice(0, limit)
      .filter(({ blob }) => blob !== removed)
  const names: string[] = []
  for await (const name of namesOf({ list }, [''])) names.push(name)
  expect([names.length, names.at(-1)]).toEqual([11_999, nameOf(11_999)])
})
