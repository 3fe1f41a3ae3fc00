import type { HTTPRequest } from '@quire/browser'
import { gitServer } from '@quire/world/git-server'
import { awaitedLater } from '../console/awaited-later.ts'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from '../console/console-users.ts'
import { letThrough } from '../console/interception.ts'

/** The system that all parts of the story share, because starting one takes longer than most of the tests. */
export let users: ConsoleUsers
/** The tab of the reviewer whom most of the story is about, once she has signed in. */
export let grace: ConsolePage

/** A Git server with the repositories of the story. */
export let repositories: Awaited<ReturnType<typeof gitServer>>

/** Starts the system; `close` ends it. */
export async function startCast(): Promise<{ close: () => Promise<void> }> {
  repositories = await gitServer()
  users = await startConsoleUsers({}, [repositories.host])
  return {
    async close() {
      await users.close()
      await repositories.stop()
    },
  }
}

export async function openGrace() {
  grace = await users.open()
}

/** True if the request saves a page; the preview sends its text too. */
export const saves = (request: HTTPRequest, typed = '') =>
  request.url().includes('/content?') && Boolean(request.postData()?.includes(typed))

/** Resolves when a page is saved with what Grace typed. */
export const isSaved = (typed: string) =>
  awaitedLater(grace.page.waitForResponse((response) => saves(response.request(), typed)))

/** Holds the requests of a tab that match; `first` resolves with the first of them, `end` finishes them and lets the rest pass. */
export async function hold(tab: ConsolePage, matches: (request: HTTPRequest) => boolean) {
  const held: HTTPRequest[] = []
  const first = Promise.withResolvers<HTTPRequest>()
  const take = (request: HTTPRequest) => {
    if (!matches(request)) return void request.continue()
    held.push(request)
    first.resolve(request)
  }
  await tab.page.setRequestInterception(true)
  tab.page.on('request', take)
  return {
    first: first.promise,
    async end(finish = (request: HTTPRequest) => request.continue()) {
      for (const one of held) await finish(one)
      await letThrough(tab, take)
    },
  }
}
