import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { consoleCookie, consoleKeyFile, isConsoleKey, newCookieValue, secretKey } from '@quire/kit'
import type { RunningGateway } from '../src/app.ts'
import { openWorld, send, type World } from './world.ts'

let world: World
let gateway: RunningGateway
beforeAll(async () => {
  world = await openWorld()
  gateway = await world.gateway({ RATE_LIMIT: '0' })
})
afterAll(() => world.close())

const cookie = consoleCookie('https://docs.example.com')
const navigation = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const open = (path: string, headers: Record<string, string> = {}) =>
  send(gateway, path, { headers: { ...navigation, ...headers } })
const keyIn = (html: string) => /<meta name="quire-key" content="([\w-]+)">/.exec(html)?.[1]
const fits = (value: string, key: string | undefined) =>
  isConsoleKey(secretKey({ SECRETS_DIR: world.secrets.dir }, consoleKeyFile), value, key ?? '')

test('a browser that opens the console gets a cookie of nobody, and the key that fits it', async () => {
  for (const path of [
    '/',
    '/sign-in',
    '/sign-in/a-token',
    '/stop-mails/a-token',
    '/o/1/changes',
    '/s/1/p/2',
    '/settings',
  ]) {
    const { status, headers, text } = await open(path)
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
    const [value = ''] = cookie.valuesIn(String(headers['set-cookie']))
    expect(value).toMatch(/^n-/)
    expect([path, fits(value, keyIn(text))]).toEqual([path, true])
  }
})

test('a browser keeps its cookie; of several the key is for a session, and for that of the whole host', async () => {
  const [tossed, nobody, session] = [newCookieValue('session'), newCookieValue('nobody'), newCookieValue('session')]
  const headers = { cookie: [tossed, nobody, session].map((value) => `${cookie.name}=${value}`).join('; ') }
  const reply = await open('/', headers)
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect(fits(session, keyIn(reply.text))).toBe(true)
  const other = await open('/', { cookie: `${cookie.name}=${nobody}` })
  expect([fits(nobody, keyIn(other.text)), keyIn(other.text) === keyIn(reply.text)]).toEqual([true, false])
})

test('a page that fetches or frames the console gets no key and no cookie', async () => {
  const others = [
    { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    { 'sec-fetch-mode': '', 'sec-fetch-dest': '' },
  ]
  for (const headers of others) {
    const reply = await open('/', { ...headers, cookie: `${cookie.name}=${newCookieValue('session')}` })
    expect([reply.status, keyIn(reply.text), reply.headers['set-cookie']]).toEqual([200, undefined, undefined])
  }
})

test('the page cannot be framed, stored, or reached by the window that opened it, and runs its own scripts only', async () => {
  const { headers, text } = await open('/')
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  })
  const policy = String(headers['content-security-policy']).split('; ')
  const nonce = /<meta name="quire-nonce" content="(.+?)">/.exec(text)?.[1]
  // Scripts are not those of the whole host: people upload some, and bundles of integrations answer with some.
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      `script-src https://docs.example.com/console/ 127.0.0.1:${gateway.port}/console/`,
      `style-src 'self' 'nonce-${nonce}'`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]),
  )
  expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
  const again = await open('/')
  expect(/<meta name="quire-nonce" content="(.+?)">/.exec(again.text)?.[1]).not.toBe(nonce)
})

test('on one machine, other names of it lead to the one at which the session is', async () => {
  const local = await world.gateway({ RATE_LIMIT: '0', PUBLIC_URL: 'http://127.0.0.1:4000' })
  const { status, headers } = await send(local, '/s/1?x=2', { headers: { ...navigation, host: 'localhost:4000' } })
  expect([status, headers.location]).toEqual([302, 'http://127.0.0.1:4000/s/1?x=2'])
  expect((await send(local, '/s/1', { headers: { ...navigation, host: '127.0.0.1:4000' } })).status).toBe(200)
})

test('programs get the addresses of the interface at the root, as before', async () => {
  const { json } = await send(gateway, '/', { headers: { accept: '*/*' } })
  expect(json).toMatchObject({ name: 'Quire', openapi: 'https://docs.example.com/openapi.json' })
})

test('files of the console are stored for ever, compressed where the browser takes it; others do not exist', async () => {
  const script = /<script type="module" src="(.+?)">/.exec((await open('/')).text)?.[1] ?? ''
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['', undefined],
  ] as const) {
    const { status, headers } = await send(gateway, script, { headers: { 'accept-encoding': accepted } })
    expect([status, headers['content-encoding'], headers['content-type']]).toEqual([
      200,
      encoding,
      'text/javascript; charset=utf-8',
    ])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
  for (const path of ['/console/', '/console/assets/none.js', '/console/assets/..%2f..%2fpackage.json'])
    expect([path, (await open(path)).status]).toEqual([path, 404])
})
