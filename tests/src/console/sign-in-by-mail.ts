import { signInMailTo } from '../support/sign-in-mails.ts'
import type { ConsolePage, ConsoleUsers } from './console-users.ts'

/** Signs somebody in with the code of a mail, at the entrance that a tab shows. */
export async function signInByMail({ world }: ConsoleUsers, tab: ConsolePage, email: string) {
  await tab.fill('Email address', email)
  const { code } = await signInMailTo(world, email, () => tab.click('button', 'Send the code'))
  await tab.fill('Code', code)
}

/** Opens a tab in which Ada, who administers the organization, is signed in. */
export async function openAda(users: ConsoleUsers): Promise<ConsolePage> {
  const tab = await users.open()
  await tab.goto('/sign-in')
  await signInByMail(users, tab, 'ada@example.com')
  await tab.sees('heading', 'Acme')
  return tab
}
