import { signInMailTo } from '../support/sign-in-mails.ts'
import type { ConsolePage, ConsoleUsers } from './console-users.ts'

/** Signs somebody in with the code of a mail, in a tab in which nobody is. */
export async function signIn({ world }: Pick<ConsoleUsers, 'world'>, tab: ConsolePage, email: string): Promise<void> {
  await tab.goto('/sign-in')
  await tab.fill('Email address', email)
  const { code } = await signInMailTo(world, email, () => tab.click('button', 'Send the code'))
  await tab.fill('Code', code)
  await tab.sees('heading', 'Acme')
}
