import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from '@jest/globals'
import { reach } from './first-contact.ts'
import { createLog } from './log.ts'

const wait = { name: 'a server', waitMs: 60_000, log: createLog('test', 'silent') }

test('the first contact waits for a server that is not there yet, and for nothing that waiting does not mend', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  const attempt = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(`there after ${attempts} attempts`))
      socket.once('connect', () => socket.destroy())
      socket.once('error', (error) => {
        server.listen(port, '127.0.0.1')
        reject(error)
      })
      attempts += 1
    })
  let attempts = 0
  expect(await reach(wait, attempt)).toBe('there after 2 attempts')
  server.close()
  const wrong = Object.assign(new Error('password authentication failed'), { code: '28P01' })
  await expect(reach(wait, () => Promise.reject(wrong))).rejects.toBe(wrong)
  const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  await expect(reach({ ...wait, waitMs: 0 }, () => Promise.reject(away))).rejects.toBe(away)
})
