import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from '@jest/globals'
import { openDatabase } from './database.ts'

test('a database that takes connections and does not answer is known as away before a scrape ends', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const database = await openDatabase({ DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` }, { entities: [] })
  expect([await database.isConnected(), sockets.length > 0]).toEqual([false, true])
  silent.close()
  for (const one of sockets) one.destroy()
  await database.close()
})
