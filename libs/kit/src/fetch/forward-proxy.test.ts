import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openForwardProxy } from './forward-proxy.ts'

let server: Server
let host: string
let reached = 0
beforeAll(async () => {
  server = createServer((incoming, response) => {
    reached += 1
    if (incoming.url === '/moved') return void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()
    response.end(incoming.url === '/large' ? Buffer.alloc(100_000) : JSON.stringify(incoming.headers))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const open = (maxBytes = 1_000_000, allow = new Set([host])) => openForwardProxy({ allow, maxBytes })
const credentialsOf = ({ username, password }: URL) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** Requests a URL through a proxy, as a program that is told of it does. */
async function get(proxy: string, url: string, authorization?: string): Promise<{ status: number; text: string }> {
  const at = new URL(proxy)
  const headers = { 'Proxy-Authorization': authorization ?? credentialsOf(at), Authorization: 'Basic eA==' }
  const sent = request({ host: at.hostname, port: at.port, path: url, headers, agent: false }).end()
  const [response] = await once(sent, 'response')
  let text = ''
  try {
    for await (const piece of response) text += piece
  } catch {
    text = 'broken off'
  }
  return { status: response.statusCode, text }
}

/** Asks a proxy for a tunnel; returns the first line of the answer. */
async function tunnel(proxy: string, target: string, authorization = credentialsOf(new URL(proxy))): Promise<string> {
  const at = new URL(proxy)
  const socket = connect(Number(at.port), at.hostname)
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nProxy-Authorization: ${authorization}\r\n\r\n`)
  const [piece] = await once(socket, 'data')
  socket.destroy()
  return String(piece).split('\r\n')[0] ?? ''
}

test('it reaches what is allowed, and hands on what concerns the server alone', async () => {
  await using proxy = await open()
  const { status, text } = await get(proxy.url, `http://${host}/`)
  expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ authorization: 'Basic eA==' })])
  expect(text).not.toContain('proxy-authorization')
  expect(await tunnel(proxy.url, host)).toBe('HTTP/1.1 200 Connection Established')
  // A redirect is the program's to follow, through the proxy again.
  expect((await get(proxy.url, `http://${host}/moved`)).status).toBe(302)
  expect(proxy.refusal()).toBeUndefined()
})

test('it connects to no address of the internal network, by number or by name', async () => {
  await using proxy = await open(1_000_000, new Set())
  const before = reached
  for (const name of [host, host.replace('127.0.0.1', 'localhost'), '[::1]:1', '169.254.169.254:80', '10.0.0.1:22']) {
    expect([403, 502]).toContain((await get(proxy.url, `http://${name}/`)).status)
    expect(await tunnel(proxy.url, name)).toMatch(/^HTTP\/1\.1 (?:403|502)/)
  }
  expect([reached, proxy.refusal()]).toEqual([before, 'address'])
})

test('it serves nobody who does not know its password', async () => {
  await using proxy = await open()
  const before = reached
  for (const wrong of ['', 'Basic eDp5', `${credentialsOf(new URL(proxy.url))}x`]) {
    expect((await get(proxy.url, `http://${host}/`, wrong)).status).toBe(407)
    expect(await tunnel(proxy.url, host, wrong)).toBe('HTTP/1.1 407 Proxy Authentication Required')
  }
  expect(reached).toBe(before)
})

test('it breaks off when servers have sent more than they may, and ends all connections with itself', async () => {
  const proxy = await open(50_000)
  const broken = get(proxy.url, `http://${host}/large`).then(
    ({ text }) => text,
    () => 'broken off',
  )
  expect([await broken, proxy.refusal()]).toEqual(['broken off', 'size'])
  const at = new URL(proxy.url)
  const socket = connect(Number(at.port), at.hostname)
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  await proxy[Symbol.asyncDispose]()
  await closed
  await expect(get(proxy.url, `http://${host}/`)).rejects.toThrow(/ECONNREFUSED/)
})
