import { expect, test } from '@jest/globals'
import { askingRoom } from './room.ts'

test('an address has few answers under way, and another one its own', async () => {
  const room = askingRoom()
  const leaves = await Promise.all(Array.from({ length: 4 }, () => room.enter('one')))
  await expect(room.enter('one')).rejects.toMatchObject({ status: 429 })
  await room.enter('another')
  leaves[0]?.()
  leaves[0]?.()
  await room.enter('one')
  await expect(room.enter('one')).rejects.toMatchObject({ status: 429 })
})

test('many addresses together have no more than there is room for', async () => {
  const room = askingRoom()
  for (let address = 0; address < 100; address++) await room.enter(`address ${address}`)
  await expect(room.enter('one more')).rejects.toMatchObject({ status: 429 })
})
