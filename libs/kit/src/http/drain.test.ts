import { once } from 'node:events'
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { drain } from './drain.ts'
import { createReadiness, processPart } from './readiness.ts'
import { addProbes, createApp, listen } from './server.ts'

test('a process that stops is not ready, answers what is under way and what still arrives, and asks for other connections', async () => {
  const stopping = new AbortController()
  const metrics = createMetrics('test')
  const app = createApp(createLog('test', 'silent'))
  addProbes(
    app,
    createReadiness(async () => [processPart(stopping.signal)], metrics),
    metrics,
  )
  const held: ServerResponse[] = []
  const arrived = new Promise<void>((resolve) => {
    app.get('/held', (_, response) => {
      held.push(response)
      resolve()
    })
  })
  app.get('/at-once', (_, response) => void response.end('answered'))
  const { server, port } = await listen(app, '127.0.0.1', 0)
  const agent = new Agent({ keepAlive: true })
  const ask = async (path: string) => {
    const [answer] = await once(request({ host: '127.0.0.1', port, path, agent }).end(), 'response')
    return answer as IncomingMessage
  }
  const before = await ask('/at-once')
  expect([before.headers.connection, await text(before)]).toEqual(['keep-alive', 'answered'])
  const underWay = ask('/held')
  await arrived
  stopping.abort()
  void drain(server, { drainMs: 60_000, graceMs: 60_000 })
  const ready = await ask('/readyz')
  expect([ready.statusCode, await json(ready)]).toEqual([
    503,
    expect.objectContaining({ parts: { process: 'missing' } }),
  ])
  const late = await ask('/at-once')
  expect([late.headers.connection, await text(late)]).toEqual(['close', 'answered'])
  held[0]?.end('finished')
  const finished = await underWay
  expect([finished.headers.connection, await text(finished)]).toEqual(['close', 'finished'])
  server.close()
  agent.destroy()
})

test('requests on connections that wait to be accepted when a server ends are answered', async () => {
  const app = createApp(createLog('test', 'silent'))
  app.post('/', (_, response) => void response.end('answered'))
  const { server, port } = await listen(app, '127.0.0.1', 0)
  const asked = Array.from({ length: 20 }, async () => {
    const [answer] = await once(request({ host: '127.0.0.1', port, method: 'POST', agent: false }).end(), 'response')
    return text(answer as IncomingMessage)
  })
  // The kernel has connected all of them by then, and the server has accepted one or none.
  await setImmediate()
  await drain(server, { drainMs: 0, graceMs: 10_000 })
  expect(await Promise.all(asked)).toEqual(asked.map(() => 'answered'))
})
