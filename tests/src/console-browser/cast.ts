import type { HTTPRequest } from '@quire/browser'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from '../console/console-users.ts'

/** The system that all parts of the story share, because starting one takes longer than most of the tests. */
export let users: ConsoleUsers
/** The tab of the reviewer whom most of the story is about, once she has signed in. */
export let grace: ConsolePage

/** Starts the system; `close` ends it. */
export async function startCast(): Promise<{ close: () => Promise<void> }> {
  users = await startConsoleUsers()
  return users
}

export async function openGrace() {
  grace = await users.open()
}

/** True if the request saves a page; the preview sends its text too. */
export const saves = (request: HTTPRequest, typed = '') =>
  request.url().includes('/content?') && Boolean(request.postData()?.includes(typed))

/** Resolves when a page is saved with what Grace typed. */
export const isSaved = (typed: string) => grace.page.waitForResponse((response) => saves(response.request(), typed))

/** Ends the holding of requests of Grace, in her first tab or another; one that comes meanwhile is not left without an answer. */
export async function letThrough(hold: (request: HTTPRequest) => void, { page } = grace) {
  const pass = (request: HTTPRequest) => {
    if (!request.isInterceptResolutionHandled()) void request.continue().catch(() => undefined)
  }
  page.on('request', pass)
  page.off('request', hold)
  await page.setRequestInterception(false)
  page.off('request', pass)
}
