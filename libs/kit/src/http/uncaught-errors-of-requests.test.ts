import { expect, test } from '@jest/globals'
import { createLog } from '../log.ts'
import { guardProcess } from '../uncaught-errors.ts'
import { addProbes, createApp, errorHandler, listen } from './server.ts'

/** Starts a server in a guarded process, both until disposed. */
async function startServer() {
  const log = createLog('test', 'silent')
  const remove = guardProcess(() => undefined)
  const app = createApp(log)
  addProbes(app, async () => ({ isReady: true, parts: [], blocking: [] }))
  app.get('/fails', () => {
    setImmediate(() => {
      throw new Error('from a callback')
    })
  })
  app.get('/answers-and-fails', (_, response) => {
    response.json('answered')
    response.once('finish', () => {
      throw new Error('from a callback')
    })
  })
  app.get('/answers', (_, response) => void response.json('answered'))
  app.use(errorHandler(log))
  const { server, port } = await listen(app, '127.0.0.1', 0)
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
      remove()
    },
  }
}

const statuses = (url: string, ...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await fetch(`${url}${path}`)).status))

test('a request whose callback throws is answered with 500, and the process stays healthy', async () => {
  using server = await startServer()
  expect(await statuses(server.url, '/fails', '/answers')).toEqual([500, 200])
  expect(await statuses(server.url, '/healthz', '/answers')).toEqual([200, 200])
})

test('a request that fails after its answer leaves its connection to others', async () => {
  using server = await startServer()
  for (let times = 0; times < 3; times += 1) {
    const answer = await fetch(`${server.url}/answers-and-fails`)
    expect([answer.status, await answer.json()]).toEqual([200, 'answered'])
  }
  expect(await statuses(server.url, '/healthz')).toEqual([200])
})

test('after an uncaught error outside of requests and jobs, the process answers requests, and its health asks for a restart', async () => {
  using server = await startServer()
  setImmediate(() => {
    throw new Error('from nowhere')
  })
  await new Promise((resolve) => setTimeout(resolve))
  expect(await statuses(server.url, '/healthz', '/readyz', '/answers')).toEqual([503, 200, 200])
})
