import { mkdtemp, readdir, readFile, rm, stat, utimes, watch, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import { loadConfig, newId } from '@quire/kit'
import type { ServiceTest } from '@quire/world/service-test'
import PostalMime from 'postal-mime'
import { IdentityConfig, startIdentity as startService } from '../../src/app.ts'
import { openMailTransport } from '../../src/mail/mail-transport.ts'
import { addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

const refusals = new Map<string, number>()
let server: MailServer
let identity: ServiceTest
let ada: string
beforeAll(async () => {
  server = await startMailServer({ refuses: refuse })
  identity = await startIdentity({ SMTP_URL: server.url, MAIL_FROM: 'Docs <docs@mail.example.com>' })
  ada = await addPerson(identity, 'Ada Lovelace')
})
afterAll(async () => {
  await identity.stop()
  await server.stop()
})

/** Recipients with 451 are refused once, the others always. */
function refuse(recipient: string): number | undefined {
  const status = refusals.get(recipient)
  if (status === 451) refusals.delete(recipient)
  return status
}

const invite = (organizationId: string, emails: string[], on = identity, as = ada) =>
  on.call(operations.inviteUsersToOrganization, { as, params: { organizationId }, body: { emails } })
const received = (recipient: string) => server.received.filter(({ recipients }) => recipients.includes(recipient))
const rowOf = (recipient: string, of = identity) =>
  sqlOf(of).selectFrom('mail').selectAll().where('recipient', '=', recipient).executeTakeFirst()
const unsent = (recipients: string) =>
  sqlOf(identity).selectFrom('mail').select('recipient').where('recipient', 'like', recipients).execute()
const change = (id: string, settings: object) =>
  sqlOf(identity).updateTable('organization').set(settings).where('id', '=', id).execute()

test('who has an account is told that they are a member, others how to become one', async () => {
  const organizationId = await addOrganization(identity, ada, 'Engines & Öfen')
  await addPerson(identity, 'bea@known.example')
  await invite(organizationId, ['bea@known.example', 'new@unknown.example'])
  const [bea, stranger] = await Promise.all([server.to('bea@known.example'), server.to('new@unknown.example')])
  expect(bea).toMatchObject({
    from: { name: 'Docs', address: 'docs@mail.example.com' },
    to: [{ address: 'bea@known.example' }],
    recipients: ['bea@known.example'],
    subject: 'You are now a member of an organization on Quire',
    messageId: expect.stringMatching(/^<[0-9A-Z]{26}@mail\.example\.com>$/),
  })
  expect(bea.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  // The form of RFC 5322; readers take other forms for no date, or for spam.
  const date = bea.headers.find(({ key }) => key === 'date')?.value
  expect(date).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} \+0000$/)
  expect(bea.html).toBeUndefined()
  const names = `  Organization: “Engines & Öfen”
  Invited by: “Ada Lovelace”, ada (dot) lovelace (at) example (dot) com\n`
  for (const { text } of [bea, stranger])
    expect(text).toContain(`names were chosen by others; Quire has not checked them.\n${names}`)
  const home = `http://docs.example.com/o/${organizationId}\n`
  expect(bea.text).toContain(`at ${home}`)
  expect(stranger.subject).toBe('You are invited to an organization on Quire')
  expect(stranger.text).toContain(`when you first sign in with the address that this mail was sent to, at\n${home}`)
})

test('where an organization signs on through a provider, mail leads there', async () => {
  const organizationId = await addOrganization(identity, ada, 'Provided')
  await addPerson(identity, 'known@provided.example')
  await addPerson(identity, 'known@demanding.example')
  const startURL = `http://docs.example.com/v1/orgs/${organizationId}/saml/idp/start\n`
  await change(organizationId, { saml_provider: 'idp' })
  await invite(organizationId, ['known@provided.example', 'new@provided.example'])
  expect((await server.to('new@provided.example')).text).toContain(startURL)
  expect((await server.to('known@provided.example')).text).toContain(`at http://docs.example.com/o/${organizationId}\n`)
  await change(organizationId, { sso: true })
  await invite(organizationId, ['known@demanding.example'])
  expect((await server.to('known@demanding.example')).text).toContain(startURL)
})

test('an invitation is mailed once, however often it is repeated', async () => {
  const organizationId = await addOrganization(identity, ada, 'Repeated')
  await addPerson(identity, 'member@repeated.example')
  const emails = ['member@repeated.example', 'pending@repeated.example', 'Pending@REPEATED.example']
  await Promise.all([invite(organizationId, emails), invite(organizationId, emails)])
  await invite(organizationId, emails)
  await invite(organizationId, ['last@repeated.example'])
  await Promise.all(['last', 'member', 'pending'].map((name) => server.to(`${name}@repeated.example`)))
  await identity.restart()
  expect(await unsent('%repeated.example')).toEqual([])
  expect([received('member@repeated.example').length, received('pending@repeated.example').length]).toEqual([1, 1])
})

test('what people call themselves and their organization adds no header, line or recipient, and no word to the subject', async () => {
  const params = { userId: ada }
  const displayName = 'Ada\r\nBcc: evil@example.com\r\n\r\nBody'
  const { body } = await identity.call(operations.updateUserById, { as: ada, params, body: { displayName } })
  expect(body.displayName).toBe('Ada Bcc: evil@example.com Body')
  const title = `Engines\r\nBcc: evil@example.com\u2028\u202Etxt.exe ${'long '.repeat(40)}`
  const organizationId = await addOrganization(identity, ada, title)
  await invite(organizationId, ['victim@example.com'])
  const mail = await server.to('victim@example.com')
  expect(mail.recipients).toEqual(['victim@example.com'])
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(mail.subject).toBe('You are invited to an organization on Quire')
  expect(mail.text).toMatch(/\n {2}Organization: “Engines Bcc: evil at example\. com txt\. exe [^\n]{1,70}…”\n/)
  expect(mail.text).toMatch(/\n {2}Invited by: “Ada Bcc: evil at example\. com Body”, ada \(dot\) lovelace/)
  await identity.call(operations.updateUserById, { as: ada, params, body: { displayName: 'Ada Lovelace' } })
})

test('a message that is refused for now is sent again, and arrives once', async () => {
  refusals.set('later@example.com', 451)
  const refused = server.refusal()
  await invite(await addOrganization(identity, ada), ['later@example.com'])
  await refused
  expect((await server.to('later@example.com')).recipients).toEqual(['later@example.com'])
  await identity.restart()
  expect([await unsent('later@example.com'), received('later@example.com').length]).toEqual([[], 1])
})

test('a recipient that does not exist is given up at once and holds up nobody', async () => {
  const good = Array.from({ length: 12 }, (_, index) => `good${index}@example.com`)
  refusals.set('bad@example.com', 550)
  const refused = server.refusal()
  const { metrics } = identity.service.foundation
  await invite(await addOrganization(identity, ada), ['bad@example.com', ...good])
  await Promise.all([refused, ...good.map((one) => server.to(one))])
  await identity.restart()
  expect(await rowOf('bad@example.com')).toMatchObject({ attempts: 1, last_error: expect.stringContaining('550') })
  expect(await metrics.registry.metrics()).toMatch(/quire_mails_total\{outcome="given_up"[^}]*\} 1\n/)
})

test('a message that nobody takes is given up in the end', async () => {
  refusals.set('never@example.com', 452)
  const refused = server.refusal()
  const mail = { id: newId(), recipient: 'never@example.com', subject: 'x', body: 'x', attempts: 59 }
  await sqlOf(identity).insertInto('mail').values(mail).execute()
  await refused
  await identity.restart()
  const row = await rowOf('never@example.com')
  expect([row?.attempts, row?.try_at]).toEqual([60, 'infinity'])
})

test('what a process left behind when it died is sent by the next, and two share the work', async () => {
  const second = await startService(identity.env)
  const left = { recipient: 'left@example.com', subject: 'Left', body: 'behind', attempts: 1, try_at: new Date(0) }
  await sqlOf(identity)
    .insertInto('mail')
    .values({ id: newId(), ...left })
    .execute()
  const emails = Array.from({ length: 40 }, (_, index) => `shared${index}@example.com`)
  await invite(await addOrganization(identity, ada), emails)
  await Promise.all([...emails, 'left@example.com'].map((one) => server.to(one)))
  await second.close()
  await identity.restart()
  expect(await unsent('shared%')).toEqual([])
  expect(emails.map((one) => received(one).length)).toEqual(emails.map(() => 1))
})

test('a password is given to a protected connection only', async () => {
  const users: string[] = []
  const secured = await startMailServer({
    authOptional: false,
    disabledCommands: [],
    onAuth({ username = '', password }, _session, done) {
      users.push(`${username} ${password}`)
      done(null, { user: username })
    },
  })
  const open = await startMailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: () => users.push('leaked'),
  })
  const account = 'ada%40example.com:p%40ss%3A%2F%23'
  for (const [url, works] of [
    [`smtp://${account}@127.0.0.1:${open.port}`, false],
    [`smtp://${account}@127.0.0.1:${secured.port}?tls.rejectUnauthorized=false`, true],
  ] as const) {
    const one = await startIdentity({ SMTP_URL: url })
    const farewell = open.disconnect()
    const admin = await addPerson(one, 'Ada Lovelace')
    await invite(await addOrganization(one, admin), ['safe@example.com'], one, admin)
    await (works ? secured.to('safe@example.com') : farewell)
    await one.stop()
  }
  expect(users).toEqual(['ada@example.com p@ss:/#'])
  expect(open.received).toEqual([])
  await open.stop()
  await secured.stop()
})

test('without a server each message is a whole file in the folder', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'quire-mail-')), 'mail')
  const one = await startIdentity({ MAIL_DIR: folder })
  const written = wholeFile(folder)
  const admin = await addPerson(one, 'Ada Lovelace')
  await invite(await addOrganization(one, admin, 'Files'), ['filed@example.com'], one, admin)
  const name = await written
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  const mail = await PostalMime.parse(await readFile(join(folder, name)))
  expect(mail).toMatchObject({
    from: { name: 'Quire', address: 'quire@docs.example.com' },
    to: [{ address: 'filed@example.com' }],
    subject: 'You are invited to an organization on Quire',
    messageId: `<${name.slice(0, 26)}@docs.example.com>`,
    text: expect.stringContaining('Your membership begins'),
  })
  await one.restart()
  expect(await readdir(folder)).toEqual([name])
  expect(await rowOf('filed@example.com', one)).toBeUndefined()
  await one.stop()
  await rm(join(folder, '..'), { recursive: true })
})

test('old files of mail are deleted, and the disks of what the service writes are measured', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-mail-'))
  const old = `Q${'A'.repeat(25)}.eml`
  await writeFile(join(folder, old), '')
  await utimes(join(folder, old), 0, 0)
  const deleted = deletion(folder, old)
  const one = await startIdentity({ MAIL_DIR: folder, AUDIT_FILE: join(folder, 'audit.log') })
  await deleted
  const metrics = await (await fetch(`http://127.0.0.1:${one.service.port}/metrics`)).text()
  for (const name of ['mail', 'audit'])
    expect(metrics).toMatch(new RegExp(`^quire_disk_free_bytes\\{folder="${name}",service="identity"\\} [1-9]`, 'm'))
  await one.stop()
  await rm(folder, { recursive: true })
})

async function deletion(folder: string, file: string): Promise<void> {
  for await (const { filename } of watch(folder)) if (filename === file) return
}

async function wholeFile(folder: string): Promise<string> {
  for await (const { filename } of watch(folder)) if (filename?.endsWith('.eml')) return filename
  throw new Error('the folder is gone')
}

test('with neither, messages wait for a server', async () => {
  const one = await startIdentity()
  const admin = await addPerson(one, 'Ada Lovelace')
  await invite(await addOrganization(one, admin), ['waiting@example.com'], one, admin)
  expect(await rowOf('waiting@example.com', one)).toMatchObject({ attempts: 0 })
  one.env.SMTP_URL = server.url
  await one.restart()
  expect((await server.to('waiting@example.com')).from).toMatchObject({ address: 'quire@docs.example.com' })
  await one.stop()
})

test('a folder that cannot be written keeps the service from starting, and is named with its variable', () => {
  const config = loadConfig(IdentityConfig, { ...identity.env, SMTP_URL: '', MAIL_DIR: '/dev/null/mail' })
  expect(() => openMailTransport(config)).toThrow(
    /^Configuration: MAIL_DIR: \/dev\/null\/mail cannot be written by user/,
  )
})

test.each([
  ['SMTP_URL', 'https://mail.example.com'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'Docs'],
  ['MAIL_FROM', 'Docs\r\nBcc: evil@example.com <docs@example.com>'],
])('%s as %j keeps the service from starting, and is named', (name, value) => {
  expect(() => loadConfig(IdentityConfig, { ...identity.env, [name]: value })).toThrow(name)
  expect(loadConfig(IdentityConfig, { ...identity.env, [name]: '' })[name as 'SMTP_URL']).toBeUndefined()
})
