import { openBrowser } from '../support/console-browser.ts'
import { signInLink } from '../support/operator.ts'
import { systemOf, withDatabases } from '../support/system-databases.ts'
import type { ConsolePage, ConsoleUsers } from './console-users.ts'

/** Opens a tab in which a person has signed in eleven minutes ago: too long for what asks for a recent sign-in. */
export async function openOldSession(users: ConsoleUsers, email: string): Promise<ConsolePage> {
  const session = openBrowser(users.world)
  const token = (await signInLink(users.world, '--email', email)).split('/').at(-1)
  const { status, body } = await session.send('signInWithLink', { body: { token } })
  if (status !== 201) throw new Error(`signing in answered ${status}`)
  // Before a gateway knows the session: nothing changes its beginning later.
  const age = `update token set created_at = created_at - interval '11 minutes' where id = $1`
  await withDatabases(systemOf(users.world), ({ identity }) => identity.query(age, [body.id]))
  const tab = await users.openApart()
  const url = users.world.env.PUBLIC_URL ?? ''
  await tab.page.setCookie({ name: 'quire', value: session.value, url, httpOnly: true })
  return tab
}
