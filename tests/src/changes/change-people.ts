import { passkeyDevice } from '@quire/world/passkey-device'
import { signInMailTo } from '../support/sign-in-mails.ts'
import { signInToConsole } from './in-console.ts'
import { type Script, write } from './script.ts'

export async function changePeople(script: Script) {
  const { world, api, admin, openId } = script
  const { id: userId } = await api.made('getAuthenticatedUser', admin.token)
  const change = (body: object) => api.made('updateUserById', admin.token, { params: { userId }, body })
  await change({ displayName: 'Countess', photoURL: 'https://example.com/ada.png' })
  await change({ photoURL: null })
  const { id: tokenId } = await api.made('createAccessToken', admin.token, { body: { name: 'CI' } })
  await api.made('revokeAccessToken', admin.token, { params: { tokenId } })
  let id = ''
  const ask = async () => {
    id = (await api.made('requestSignInMail', '', { body: { email: admin.email } })).id
  }
  const { code } = await signInMailTo(world, admin.email, ask)
  const session = await api.made('signInWithCode', '', { body: { id, code } })
  await api.made('endSession', admin.token, { params: { sessionId: session.id } })
  const { token } = await signInMailTo(world, admin.email, ask)
  await api.made('signInWithLink', '', { body: { token } })
  const { url } = await api.made('beginOidcSignIn', '')
  const answer = await openId.signIn(url, { email: admin.email, email_verified: true })
  await api.made('signInWithOidc', '', { body: Object.fromEntries(answer) })
  await api.made('signOut', '')
  await changePasskeys(script)
}

/** Adds, uses, renames and removes a passkey, in a browser where the administrator has just signed in. */
async function changePasskeys(script: Script) {
  const { world, api } = script
  const made = await signInToConsole(script)
  const device = passkeyDevice(world.env.PUBLIC_URL ?? '')
  const passkey = await made('addPasskey', { body: { credential: device.make(await made('beginPasskey')) } })
  const params = { passkeyId: passkey.id }
  await made('renamePasskey', { params, body: { name: 'Laptop' } })
  const asked = await api.made('beginPasskeySignIn', '')
  await api.made('signInWithPasskey', '', { body: { credential: device.use(asked) } })
  await made('removePasskey', { params })
}

export async function changeOrganization(script: Script, { siteId }: { siteId: string }) {
  const change = (body: object) => write(script, 'updateOrganizationById', { body })
  await change({
    title: 'Engines',
    emailDomains: ['example.com', 'example.org'],
    hostname: 'engines',
    defaultRole: 'comment',
    defaultContent: { type: 'site', site: siteId },
    logo: 'https://example.com/logo.svg',
    ai: false,
    sso: true,
  })
  await change({ sso: false, logo: null })
}
