import { consoleCookie, newCookieValue } from '@quire/kit'
import { consoleHeaders, type World } from '@quire/world'
import type { Answer } from './api-client.ts'
import { operationOf } from './api-client.ts'

interface Sent {
  params?: Record<string, string>
  body?: unknown
  /** Replace those of the console; an undefined one is left out. */
  headers?: Record<string, string | undefined>
  /** The gateway to send it to; the first unless given. */
  gateway?: number
}

/** A browser with the console in it, which stores the cookie that answers set. */
export interface ConsoleBrowser {
  /** The value of the cookie. */
  value: string
  send(id: string, sent?: Sent): Promise<Answer & { headers: Headers }>
}

/** Opens the console in a browser of nobody, or in one that has a cookie already. */
export function openBrowser(world: World, value = newCookieValue('nobody')): ConsoleBrowser {
  const { name } = consoleCookie(world.env.PUBLIC_URL ?? '')
  // As the console does: what a sign-in wrote as nobody, the next requests see as somebody.
  let latestWrite: string | undefined
  const browser: ConsoleBrowser = {
    value,
    async send(id, { params = {}, body, headers = {}, gateway = 0 } = {}) {
      const { method, path } = operationOf(id)
      const address = path.replaceAll(/\{(\w+)\}/g, (_, one: string) => encodeURIComponent(params[one] ?? 'absent'))
      const own = { 'X-Quire-Consistency': latestWrite, 'Content-Type': 'application/json' }
      const all = { ...consoleHeaders(world.env, browser.value), ...own, ...headers }
      const response = await fetch(`${world.gateways[gateway]}${address}`, {
        method,
        redirect: 'manual',
        headers: Object.entries(all).flatMap(([one, text]): [string, string][] =>
          text === undefined ? [] : [[one, text]],
        ),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const [, set] = new RegExp(`^${name}=([^;]*)`).exec(response.headers.get('set-cookie') ?? '') ?? []
      if (set !== undefined) browser.value = set
      latestWrite = response.headers.get('x-quire-consistency') ?? latestWrite
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
    },
  }
  return browser
}
