import { signInMailTo } from '../support/sign-in-mails.ts'
import type { ConsolePage, ConsoleUsers } from './console-users.ts'

/** Signs somebody in with the code of a mail, at the entrance that a tab shows. */
export async function signInByMail({ world }: Pick<ConsoleUsers, 'world'>, tab: ConsolePage, email: string) {
  await tab.fill('Email address', email)
  const { code } = await signInMailTo(world, email, () => tab.click('button', 'Send the code'))
  await tab.fill('Code', code)
}

/** Signs somebody in, whom the console then shows the organization Acme. */
export async function signInToAcme(users: Pick<ConsoleUsers, 'world'>, tab: ConsolePage, email: string) {
  await tab.goto('/sign-in')
  await signInByMail(users, tab, email)
  await tab.sees('heading', 'Acme')
}

/** Opens a tab in which Ada, who administers the organization, is signed in. */
export async function openAda(users: ConsoleUsers): Promise<ConsolePage> {
  const tab = await users.open()
  await signInToAcme(users, tab, 'ada@example.com')
  return tab
}
