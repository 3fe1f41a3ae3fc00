import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from '@jest/globals'
import { foundBy, subjectOf } from '../subject.fixture.ts'
import { publicUrlCheck, serviceChecks } from './services.ts'

const servers: ReturnType<typeof createServer>[] = []
afterAll(() => {
  for (const one of servers) one.close()
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const readiness = (code: number, body: unknown) =>
  serve((_, response) => response.writeHead(code).end(typeof body === 'string' ? body : JSON.stringify(body)))

/** An address at which nothing listens. */
async function closed(): Promise<string> {
  const url = await serve(() => undefined)
  servers.at(-1)?.close()
  return url
}

test('each service says what it waits for: a problem if it is not ready, a warning if it serves all the same', async () => {
  const gateway = {
    IDENTITY_URL: await readiness(503, { status: 'not ready', waitingFor: ['the bus', 'the database'] }),
    CONTENT_URL: await readiness(200, { status: 'limited', waitingFor: ['the states of sites'] }),
    SITES_URL: await readiness(502, '<html>'),
    AI_URL: await closed(),
  }
  const gatewayUrl = await readiness(200, { status: 'ready', waitingFor: [] })
  expect(await foundBy(...serviceChecks(subjectOf({ gateway }, { gatewayUrl })))).toEqual([
    'fine: ready',
    'problem: not ready: waits for the bus, the database',
    'warning: limited: waits for the states of sites',
    expect.stringMatching(/^problem: .*not valid JSON/),
    expect.stringMatching(/^problem: fetch failed: .*ECONNREFUSED/),
  ])
  const stopped = serviceChecks(subjectOf({ gateway }, { isRunning: false }))
  expect(new Set(await foundBy(...stopped))).toEqual(new Set(['skipped: it does not run']))
})

const lookAt = (PUBLIC_URL: string, isRunning = true) =>
  foundBy(publicUrlCheck(subjectOf({ gateway: { PUBLIC_URL } }, { isRunning })))

/** A gateway, or a proxy in front of it, that answers so. */
const gateway = (code: number) =>
  serve(({ headers, url }, response) =>
    response.writeHead(url === '/v1/user' ? code : 418, { 'x-request-id': headers['x-request-id'] }).end(),
  )

test('PUBLIC_URL is fine if it leads to the interface of this gateway, whatever number of slashes it ends with', async () => {
  const url = await gateway(401)
  expect(await lookAt(`${url}/`)).toEqual([`fine: ${url} leads to the gateway`])
  expect(await lookAt(url, false)).toEqual(['skipped: nothing serves it'])
  expect(await lookAt('docs.example.com')).toEqual(['skipped: it is no address'])
})

test('PUBLIC_URL is a problem if the gateway refuses its name, another server answers, or its path leads elsewhere', async () => {
  const refusing = await serve((_, response) => response.writeHead(421).end())
  expect(await lookAt(refusing)).toEqual([`problem: ${refusing} is refused as a host (421)`])
  const other = await serve((_, response) => response.writeHead(200).end('Welcome'))
  expect(await lookAt(other)).toEqual([`problem: ${other} answers 200, and not as this gateway does`])
  const elsewhere = await gateway(404)
  expect(await lookAt(elsewhere)).toEqual([`problem: ${elsewhere}/v1/user answers 404 instead of 401`])
  const nowhere = await closed()
  expect(await lookAt(nowhere)).toEqual([
    expect.stringMatching(new RegExp(`^warning: ${nowhere} cannot be reached from here: .*ECONNREFUSED`)),
  ])
})
