import { type IncomingHttpHeaders, request } from 'node:http'
import type { World } from '@quire/world'

interface PageAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The address that the answer redirects to. */
  location: string
}

/** A browser that reads published sites, and stores their cookies by host and path. */
export interface SiteBrowser {
  get(url: string, headers?: Record<string, string>): Promise<PageAnswer>
  /** The cookies that the browser sends to an address, by name. */
  cookiesFor(url: string): Record<string, string>
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request to an address of the installation or of a site; every host name leads to the first gateway. */
function sendThere(world: World, url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<PageAnswer> {
  const { hostname, port } = new URL(world.gateways[0] ?? '')
  const { host, pathname, search } = new URL(url)
  const path = `${pathname}${search}`
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: { ...headers, host }, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.once('end', () => {
        const { statusCode: status = 0, headers: got } = response
        resolve({ status, headers: got, text, location: got.location ?? '' })
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Returns a `fetch` for programs, with which every host name leads to the first gateway. */
export function fetchIn(world: World): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, { method = 'GET', headers: given, body } = {}) => {
    const sent = new Request(url, { method, ...(given && { headers: given }), ...(body && { body }) })
    const text = await sent.text()
    const headers = Object.fromEntries(sent.headers)
    const length: Record<string, string> = text === '' ? {} : { 'content-length': String(Buffer.byteLength(text)) }
    const answer = await sendThere(world, String(url), { method, headers: { ...headers, ...length }, body: text })
    const got = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
    const isEmpty = [204, 205, 304].includes(answer.status)
    return new Response(isEmpty ? null : answer.text, { status: answer.status, headers: got })
  }
}

/** Opens a browser for which every host name leads to the first gateway; `cookies` are there already, for all addresses. */
export function openSiteBrowser(world: World, cookies: Record<string, string> = {}): SiteBrowser {
  const stored = Object.entries(cookies).map(([name, value]) => ({ host: '', path: '/', name, value }))
  const cookiesFor = (url: string) => {
    const { host, pathname } = new URL(url)
    const isIn = (path: string) => `${pathname}/`.startsWith(path.endsWith('/') ? path : `${path}/`)
    const sent = stored.filter((one) => (one.host === '' || one.host === host) && isIn(one.path))
    return Object.fromEntries(sent.map(({ name, value }) => [name, value]))
  }
  function store(host: string, header: string) {
    const [, name = '', value = '', path = '/'] = /^([^=]+)=([^;]*).*; Path=([^;]+)/.exec(header) ?? []
    const at = stored.findIndex((one) => one.host === host && one.path === path && one.name === name)
    if (at >= 0) stored.splice(at, 1)
    if (!header.includes('Max-Age=0')) stored.push({ host, path, name, value })
  }

  return {
    cookiesFor,
    async get(url, headers = {}) {
      const cookie = Object.entries(cookiesFor(url)).map(([name, value]) => `${name}=${value}`)
      const all = { 'sec-fetch-mode': 'navigate', ...(cookie.length > 0 && { cookie: cookie.join('; ') }), ...headers }
      const answer = await sendThere(world, url, { headers: all })
      for (const one of answer.headers['set-cookie'] ?? []) store(new URL(url).host, one)
      return answer
    },
  }
}
