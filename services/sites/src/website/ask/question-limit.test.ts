import { expect, test } from '@jest/globals'
import { createQuestionLimit } from './question-limit.ts'

test('an address has few answers under way, and another one its own', async () => {
  const limit = createQuestionLimit()
  const releases = await Promise.all(Array.from({ length: 4 }, () => limit.acquire('one')))
  await expect(limit.acquire('one')).rejects.toMatchObject({ status: 429 })
  await limit.acquire('another')
  releases[0]?.()
  releases[0]?.()
  await limit.acquire('one')
  await expect(limit.acquire('one')).rejects.toMatchObject({ status: 429 })
})

test('many addresses together have no more than there is room for', async () => {
  const limit = createQuestionLimit()
  for (let address = 0; address < 100; address++) await limit.acquire(`address ${address}`)
  await expect(limit.acquire('one more')).rejects.toMatchObject({ status: 429 })
})
