import { type KeyObject, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { consoleCookie, consoleKey, isSessionValue, newCookieValue, notFound } from '@quire/kit/edge'
import { type Request, type RequestHandler, type Response, Router, static as staticFiles } from 'express'
import type { BuiltConsole } from './built-console.ts'
import { consolePage } from './console-page.ts'

/** The paths that people open in a browser; the console itself finds the screen of each. */
const screens = [
  ...['/sign-in', '/sign-in/:token', '/stop-mails/:token', '/visit', '/authorize'],
  ...['/o/*path', '/s/*path', '/settings', '/settings/*path'],
]

interface ConsoleParts {
  built: BuiltConsole
  publicUrl: string
  /** The key of the installation that keys of the console are made with. */
  key: KeyObject
}

/**
 * Serves the console: one page for all its paths, and its files. `/` is the console for browsers alone; programs get the
 * answer of the next handler there (docs/adr/0067).
 */
export function consoleRoutes({ built, publicUrl, key }: ConsoleParts): Router {
  const router = Router()
  const prefix = new URL(publicUrl).pathname.replace(/\/$/, '')
  const render = consolePage({ built, prefix })
  const cookie = consoleCookie(publicUrl)
  const isElsewhere = loopbackCheck(new URL(publicUrl))
  const sendPage = (request: Request, response: Response) => {
    if (isElsewhere(request)) return void response.redirect(`${publicUrl}${request.originalUrl}`)
    const nonce = randomBytes(16).toString('base64')
    const policy = policyOf(nonce, ownScripts(publicUrl, `${request.host}${prefix}`))
    response.set({ ...pageHeaders, 'Content-Security-Policy': policy }).type('html')
    if (!isNavigation(request)) return void response.send(render({ nonce }))
    const value = cookieValueOf(cookie.valuesIn(request.headers.cookie))
    const given = value ?? newCookieValue('nobody')
    if (value === undefined) response.append('Set-Cookie', cookie.set(given))
    response.send(render({ nonce, key: consoleKey(key, given) }))
  }
  router.get('/', (request, response, next) => {
    if (request.accepts(['json', 'html']) === 'html') sendPage(request, response)
    else next()
  })
  router.get(screens, sendPage)
  router.use('/console', compressedFirst(built.folder), staticFiles(built.folder, fileOptions), (request) => {
    throw notFound(`${request.method} /console${request.path.slice(0, 200)}`)
  })
  return router
}

/** The page holds a key that belongs to one browser, and is severed from every window that another page opened. */
const pageHeaders = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'X-Frame-Options': 'DENY',
}

/** Allows the console's own scripts alone, its styles and those of sites, and style sheets that its libraries make with the nonce. */
const policyOf = (nonce: string, scripts: string) =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    "media-src 'self' https:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * Returns the sources of the console's scripts: not all of the host, where uploaded files and answers of bundles are too.
 * `opened` is the host and path at which the page was opened: at another name of the installation it still has to say that
 * nobody signs in there. A policy cannot name an IPv6 address.
 */
const ownScripts = (publicUrl: string, opened: string): string =>
  publicUrl.includes('[') ? "'self'" : `${publicUrl}/console/ ${opened}/console/`

/**
 * True if a person opens the page in a tab. Pages that share the host, such as published ones, could fetch or frame it, and
 * read the key.
 */
const isNavigation = ({ headers }: Request) =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns a check for requests at another name of this machine than the one in PUBLIC_URL, at which nobody could sign in:
 * browsers take `localhost` and `127.0.0.1` for two hosts.
 */
function loopbackCheck({ hostname, host }: URL): (request: Request) => boolean {
  if (!loopback.includes(hostname)) return () => false
  const others = loopback.map((name) => host.replace(hostname, name)).filter((name) => name !== host)
  return ({ headers }) => others.includes(headers.host ?? '')
}

/**
 * Returns the value of the cookie that the page's key is for. A page of the same host may have set more of the name for a
 * path, which browsers send first; the console's own is for all paths, so it is the last, and a session's if there is one.
 */
const cookieValueOf = (values: string[]) => values.findLast(isSessionValue) ?? values.at(-1)

/** Files have the hash of their content in their names. */
const fileOptions = { index: false, immutable: true, maxAge: '365d', fallthrough: true, redirect: false } as const

/** Answers with the compressed copy of a script or style sheet where the browser takes one. */
function compressedFirst(folder: string): RequestHandler {
  return (request, response, next) => {
    const isText = /^\/assets\/[\w.-]+\.(?:js|css)$/.test(request.path)
    if (!isText) return next()
    response.vary('Accept-Encoding')
    // Of several that a browser takes, the smallest.
    const encoding = request.acceptsEncodings('br') || request.acceptsEncodings('gzip')
    const copy = encoding && copies[encoding]
    if (copy && existsSync(join(folder, `${request.path}${copy}`))) {
      response.type(request.path.endsWith('.js') ? 'js' : 'css').set('Content-Encoding', encoding)
      request.url = request.url.replace(request.path, `${request.path}${copy}`)
    }
    next()
  }
}

/** The endings of compressed copies, by encoding. */
const copies: Record<string, string> = { br: '.br', gzip: '.gz' }
