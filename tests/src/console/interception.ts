import type { HTTPRequest } from '@quire/browser'
import type { ConsolePage } from './console-users.ts'

/** Ends the holding of requests of a tab by `take`; one that comes meanwhile is not left without an answer. */
export async function letThrough({ page }: ConsolePage, take: (request: HTTPRequest) => void) {
  const pass = (request: HTTPRequest) => {
    if (!request.isInterceptResolutionHandled()) void request.continue().catch(() => undefined)
  }
  page.on('request', pass)
  page.off('request', take)
  await page.setRequestInterception(false)
  page.off('request', pass)
}

/** Answers the requests of a tab that match in the service's place, until the returned function is called. */
export const answer = (tab: ConsolePage, matches: (request: HTTPRequest) => boolean, status: number, message: string) =>
  respond(tab, matches, {
    status,
    contentType: 'application/json',
    body: JSON.stringify({ error: { code: status, message } }),
  })

/** The same with any response. */
export async function respond(
  tab: ConsolePage,
  matches: (request: HTTPRequest) => boolean,
  response: Parameters<HTTPRequest['respond']>[0],
) {
  const take = (request: HTTPRequest) => void (matches(request) ? request.respond(response) : request.continue())
  await tab.page.setRequestInterception(true)
  tab.page.on('request', take)
  return () => letThrough(tab, take)
}
