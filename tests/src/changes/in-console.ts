import { consoleHeaders } from '@quire/world'
import type { RequestOptions } from '../support/api-client.ts'
import { openBrowser } from '../support/console-browser.ts'
import { signInMailTo } from '../support/sign-in-mails.ts'
import type { Script } from './script.ts'

/**
 * Signs the administrator in to the console in a new browser; returns the function that sends operations from there, which
 * must succeed.
 */
export async function signInToConsole({ world, api, admin: { email } }: Script) {
  const browser = openBrowser(world)
  let id = ''
  const { code } = await signInMailTo(world, email, async () => {
    id = (await browser.send('requestSignInMail', { body: { email } })).body.id
  })
  await browser.send('signInWithCode', { body: { id, code } })
  return async (operation: string, sent: RequestOptions = {}) => {
    const { status, body } = await api.send(operation, undefined, {
      headers: consoleHeaders(world.env, browser.value),
      ...sent,
    })
    if (status >= 300) throw new Error(`${operation} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
}
