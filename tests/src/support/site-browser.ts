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

/** Opens a browser for which every host name leads to the first gateway; `cookies` are there already, for all addresses. */
export function openSiteBrowser(world: World, cookies: Record<string, string> = {}): SiteBrowser {
  const stored = Object.entries(cookies).map(([name, value]) => ({ host: '', path: '/', name, value }))
  const { hostname, port } = new URL(world.gateways[0] ?? '')

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
    get(url, headers = {}) {
      const { host, pathname, search } = new URL(url)
      const cookie = Object.entries(cookiesFor(url)).map(([name, value]) => `${name}=${value}`)
      const all = {
        host,
        'sec-fetch-mode': 'navigate',
        ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
        ...headers,
      }
      return new Promise((resolve, reject) => {
        const sent = request(
          { hostname, port, path: `${pathname}${search}`, headers: all, agent: false },
          (response) => {
            let text = ''
            response.setEncoding('utf8').on('data', (part) => {
              text += part
            })
            response.once('end', () => {
              for (const one of response.headers['set-cookie'] ?? []) store(host, one)
              const { statusCode: status = 0, headers: got } = response
              resolve({ status, headers: got, text, location: got.location ?? '' })
            })
          },
        )
        sent.once('error', reject)
        sent.end()
      })
    },
  }
}
