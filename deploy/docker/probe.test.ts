import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'

const script = fileURLToPath(new URL('probe.sh', import.meta.url))

async function probe(port: number) {
  const child = spawn(script, { env: { PATH: process.env.PATH, PORT: `${port}` }, stdio: 'ignore' })
  const [code] = await once(child, 'close')
  return code
}

async function probeOf(answer: RequestListener) {
  await using server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return await probe((server.address() as AddressInfo).port)
}

test('a service that is ready is healthy', async () => {
  const asked: unknown[] = []
  const code = await probeOf(({ method, url, headers }, response) => {
    asked.push([method, url, headers.host])
    response.end('{}')
  })
  expect([code, asked]).toEqual([0, [['GET', '/readyz', 'localhost']]])
})

test('a service that waits for something, hangs up or does not listen is not healthy', async () => {
  expect(await probeOf((_, response) => response.writeHead(503).end('{}'))).toBe(1)
  expect(await probeOf(({ socket }) => socket.destroy())).toBe(1)
  expect(await probe(1)).toBe(1)
})
