import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import type { Resolve } from './connect.ts'
import { openFetchProxy } from './fetch-proxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'fetch-proxy-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Lookups that a name server does not answer, until the test does. */
const waiting: { host: string; fail: () => void }[] = []
let wake = () => {}
const resolve: Resolve = (host, _, callback) => {
  waiting.push({ host, fail: () => callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []) })
  wake()
}
async function nextLookup() {
  if (waiting.length === 0)
    await new Promise<void>((done) => {
      wake = done
    })
  return waiting.shift()
}

const open = (name: string, server = 'http://127.0.0.1:9/v1') =>
  openFetchProxy({
    ...{ socketPath: join(folder, name), allow: new Set(), maxBytes: 1000, maxRequests: 32, resolve },
    own: { address: 'http://docs.example.com:8080/v1', server },
  })

async function answerOf(proxy: string, url: string) {
  const sent = request({ socketPath: join(folder, proxy), path: url, agent: false }).end()
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const piece of response) text += piece
  return { status: response.statusCode, text }
}
const statusOf = async (proxy: string, host: string) => (await answerOf(proxy, `http://${host}/`)).status

async function listen(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `localhost:${(server.address() as AddressInfo).port}`
}

test('names are resolved one at a time for all programs, so that the threads for it are left to others', async () => {
  await using _one = await open('one')
  await using _other = await open('other')
  const asked = ['a', 'b', 'c', 'd'].map((name, at) => statusOf(at < 3 ? 'one' : 'other', `${name}.example.com`))
  const resolved: (string | undefined)[] = []
  for (const _ of asked) {
    const lookup = await nextLookup()
    // Refused without a lookup: what was asked before has been taken in.
    for (const proxy of ['one', 'other']) expect(await statusOf(proxy, '10.0.0.1')).toBe(403)
    expect(waiting).toEqual([])
    resolved.push(lookup?.host)
    lookup?.fail()
  }
  expect(resolved.toSorted()).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name}.example.com`))
  expect(await Promise.all(asked)).toEqual([502, 502, 502, 502])
})

test('its own server is asked by the name that the program used, wherever it is', async () => {
  const server = createServer(({ headers, url }, response) => response.end(`${headers.host} ${url}`))
  await using _proxy = await open('own', `http://${await listen(server)}/v1`)
  const answer = await answerOf('own', 'http://docs.example.com:8080/v1/user?a=b')
  server.close()
  expect(answer).toEqual({ status: 200, text: 'docs.example.com:8080 /v1/user?a=b' })
})

test('the certificate of its own server is for the name of that server', async () => {
  const names: string[] = []
  const server = createSecureServer({
    SNICallback(name, done) {
      names.push(name)
      done(new Error('no certificate'))
    },
  })
  await using _proxy = await open('secure', `https://${await listen(server)}/v1`)
  const { status } = await answerOf('secure', 'http://docs.example.com:8080/v1/user')
  server.close()
  expect([status, names]).toEqual([502, ['localhost']])
})
