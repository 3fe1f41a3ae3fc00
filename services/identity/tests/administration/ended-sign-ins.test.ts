import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { administer } from '../../src/administration/administer.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { openSignIn } from '../sign-in/sign-in.fixture.ts'
import { addOrganization, addPerson, startIdentity } from '../support.ts'

let server: MailServer
let identity: ServiceTest
let ada: string
beforeAll(async () => {
  server = await startMailServer()
  identity = await startIdentity({ SMTP_URL: server.url })
  ada = await addPerson(identity, 'Ada Lovelace')
})
afterAll(async () => {
  await identity.stop()
  await server.stop()
})

const { askAndReceive, useCode, useLink, purposeOf } = openSignIn(
  () => identity,
  () => server,
)
const admin = (...args: string[]) => administer(identity.env, args, () => undefined)
const tokenIn = (url: string) => url.slice(url.lastIndexOf('/') + 1)

async function operatorsLink(email: string): Promise<string> {
  const lines: string[] = []
  await administer(identity.env, ['sign-in-link', '--email', email], (line) => lines.push(line))
  const [, token = ''] = /\/sign-in\/([\w-]+)/.exec(lines.join('\n')) ?? []
  return token
}

const endings: [string, (...named: string[]) => Promise<void>][] = [
  ['their sessions', (...named) => admin('end-sessions', ...named)],
  [
    'all access of a person who is enabled again',
    async (...named) => {
      await admin('disable', ...named)
      await admin('enable', ...named)
    },
  ],
]

test.each(endings)('what a person could still sign in with ends with %s', async (_what, end) => {
  const name = `Bea ${endings.findIndex(([, one]) => one === end)}`
  const email = `${name.toLowerCase().replace(' ', '.')}@example.com`
  await addPerson(identity, name)
  const mail = await askAndReceive(email)
  const link = await operatorsLink(email)
  for (const token of [mail.token, link]) expect((await purposeOf(token)).status).toBe(200)
  await end('--email', email)
  const answers = [await useCode(mail.id, mail.code), await useLink(mail.token), await useLink(link)]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
  // They may sign in again.
  expect((await useLink((await askAndReceive(email)).token)).status).toBe(201)
})

test('a link that an administrator made for a member ends with the sessions of the member', async () => {
  const [organizationId, email] = [await addOrganization(identity, ada), 'cem@example.com']
  const sent = { as: ada, params: { organizationId } }
  await identity.call(operations.inviteUsersToOrganization, { ...sent, body: { emails: [{ email, role: 'edit' }] } })
  const linkFor = async () =>
    tokenIn((await identity.call(operations.createSignInLink, { ...sent, body: { email } })).body.url)
  expect((await useLink(await linkFor())).status).toBe(201)
  const link = await linkFor()
  await admin('end-sessions', '--email', email)
  expect((await useLink(link)).status).toBe(400)
  expect((await useLink(await linkFor())).status).toBe(201)
})
