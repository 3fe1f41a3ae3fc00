import { expect, test } from '@jest/globals'
import { violationsOf } from '@quire/browser'
import { identityProvider } from '@quire/world/identity-provider'
import type { ConsolePage } from '../console/console-users.ts'
import { signInByMail } from '../console/sign-in-by-mail.ts'
import { signInLink } from '../support/operator.ts'
import { settled, systemOf } from '../support/system-databases.ts'
import { users } from './cast.ts'

/** Leads new people into an organization, each by a way of its own, in a second browser. */
export function entering() {
  test('whoever has an invite link and no account signs in on the way, at the provider or by mail, and joins', async () => {
    const organizationId = await newOrganization('Loft')
    const link = await users.made('createOrganizationInvite', { organizationId }, { role: 'read' })
    const path = `/o/${organizationId}/join/${link.id}`
    const other = await users.openApart()
    users.provider.comesAs({ email: 'nora@nowhere.example', email_verified: true, name: 'Nora' })
    // Without a link a stranger is refused.
    await other.goto('/sign-in')
    await other.click('button', 'Sign in with Acme ID')
    await other.reads('neither an account nor an invitation')
    await other.goto(path)
    // The link says what it leads into before anybody signs in.
    await other.reads('You were invited to “Loft”. Sign in to join.')
    await other.click('button', 'Sign in with Acme ID')
    await joins(other, 'nora@nowhere.example', 'Loft')
    await other.forget()
    await other.goto(path)
    await signInByMail(users, other, 'mina@nowhere.example')
    await joins(other, 'mina@nowhere.example', 'Loft')
    await leave(other)
  })

  test('whoever has an address of an organization’s domain joins it, and later ones from the menu', async () => {
    const first = await newOrganization('Mills', { emailDomains: ['mills.example'] })
    const other = await users.openApart()
    await other.goto('/')
    await signInByMail(users, other, 'bob@mills.example')
    await other.sees('heading', 'Join your organization')
    await other.reads('Whoever has an address at mills.example may join.')
    await other.sees('textbox', 'Name of the organization')
    expect(await violationsOf(other.page)).toEqual([])
    await other.click('button', 'Join Mills')
    await other.sees('heading', 'Mills')
    expect(await other.path()).toBe(`/o/${first}`)
    await newOrganization('Dyes', { emailDomains: ['mills.example'] })
    await newOrganization('Vats', { emailDomains: ['elsewhere.example'] })
    await other.goto(`/o/${first}`)
    await other.click('button', 'Organization: Mills')
    await other.sees('menuitem', 'Join Dyes')
    expect(await other.page.evaluate('document.body.innerText')).not.toContain('Vats')
    await other.click('menuitem', 'Join Dyes')
    await other.click('button', 'Join Dyes')
    await other.sees('heading', 'Dyes')
    await leave(other)
  })

  test('whoever wants an organization that demands single sign-on is led to its provider, and back to the screen', async () => {
    const email = 'sam@vault.example'
    const idp = await identityProvider('vault')
    const organizationId = await newOrganization('Vault')
    const { service } = await users.made(
      'createOrganizationSAMLProvider',
      { organizationId },
      { label: 'Okta', ...idp.settings },
    )
    await users.world.person(email, 'Sam')
    await users.made('inviteUsersToOrganization', { organizationId }, { emails: [email], role: 'read' })
    await users.made('updateOrganizationById', { organizationId }, { sso: true })
    await settled(systemOf(users.world))
    const wanted = `/o/${organizationId}/notifications`
    const other = await users.openApart()
    const offered = async () =>
      (await other.page.$$eval('main a', (all) => all.map((one) => String(one.getAttribute('href'))))) as string[]
    // The entrance offers the provider of the wanted organization alone.
    await other.goto(`/o/${users.organizationId}`)
    await other.sees('heading', 'Sign in to Quire')
    await other.sees('button', 'Sign in with Acme ID')
    expect(await offered()).toEqual([])
    await other.goto(wanted)
    await other.sees('link', 'Single sign-on: Okta')
    expect(await offered()).toEqual([service.startURL])
    expect(await violationsOf(other.page)).toEqual([])
    // Somebody who signed in in another way is sent there by the refusal.
    await other.goto(await signInLink(users.world, '--email', email))
    await other.click('button', 'Sign in')
    await other.reads('This organization requires single sign-on.')
    await other.goto(`/o/${organizationId}`)
    await other.click('link', 'Sign in with single sign-on')
    await other.reads('The organization that calls itself “Vault” signs people in at vault.example.com.')
    await other.goto(await answerOf(other, idp, email, service))
    await other.reads('for Vault alone')
    await other.click('button', 'Sign in')
    await other.sees('heading', 'Vault')
    expect(await other.path()).toBe(`/o/${organizationId}`)
    await other.goto(wanted)
    await other.sees('heading', 'Notifications')
    await leave(other)
  })
}

const newOrganization = async (title: string, settings?: object): Promise<string> => {
  const { id: organizationId } = await users.made('createOrganization', {}, { title })
  if (settings) await users.made('updateOrganizationById', { organizationId }, settings)
  return organizationId
}

async function joins(tab: ConsolePage, email: string, organization: string) {
  await tab.reads(`You are signed in as ${email}`)
  await tab.sees('heading', `Join “${organization}”`)
  await tab.click('button', 'Join')
  await tab.sees('heading', organization)
}

/** Answers the sign-in that a tab has begun, as the organization's provider; returns the path that its page leads on to. */
async function answerOf(
  tab: ConsolePage,
  idp: Awaited<ReturnType<typeof identityProvider>>,
  name: string,
  service: { acsURL: string; entityID: string },
): Promise<string> {
  const at = (address: string) => `${users.world.gateways[0]}${new URL(address).pathname}`
  const address = await tab.page.$eval('a', (link) => String(link.getAttribute('href')))
  const metadata = await (await fetch(at(service.entityID))).text()
  const SAMLResponse = await idp.answer(address, metadata, { name })
  const answered = await fetch(at(service.acsURL), { method: 'POST', body: new URLSearchParams({ SAMLResponse }) })
  const [, path = ''] = /<a href="[^"]*(\/sign-in\/[^"]+)"/.exec(await answered.text()) ?? []
  return path
}

/** Leaves nothing in the second browser of who was in it. */
export async function leave(tab: ConsolePage) {
  await tab.forget()
  await tab.page.evaluate(`localStorage.removeItem('quire-organization')`)
  await tab.page.close()
}
