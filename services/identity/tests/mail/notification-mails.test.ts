import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  installationAdminOperations as installation,
  type NotificationMail,
  notificationMailOperations,
} from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { createUser } from '../../src/users/users.rules.ts'
import { addPerson, startIdentity, within } from '../support.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

let server: MailServer
let identity: ServiceTest
let offsetMs = 0
beforeAll(async () => {
  server = await startMailServer()
  const env = { SMTP_URL: server.url, NOTIFICATION_MAILS_PER_HOUR: '2' }
  identity = await startIdentity(env, { now: () => new Date(Date.now() + offsetMs) })
})
afterAll(async () => {
  await identity?.stop()
  await server?.stop()
})

let people = 0
async function someone() {
  people += 1
  const name = `Reader ${people}`
  return { userId: await addPerson(identity, name), email: `reader.${people}@example.com` }
}
let mails = 0
const stopUrl = 'http://docs.example.com/v1/notification-mails/a.b.c/stop'
function mailFor(userId: string, more: Partial<NotificationMail> = {}): NotificationMail {
  mails += 1
  return {
    ...{ id: `mail-${mails}`, userId, organizationId: 'org', language: null, isDaily: false, more: 0 },
    notifications: [
      { kind: 'mention', actor: 'Eve', space: 'Handbook', changeRequest: null, url: 'http://docs.example.com/s/1' },
    ],
    ...{ stopPage: 'http://docs.example.com/stop-mails/a.b.c', stop: stopUrl },
    ...more,
  }
}
const send = (body: NotificationMail) =>
  identity.call(notificationMailOperations.sendNotificationMail, { as: { kind: 'service', scope: 'full' }, body })
const retryOf = async (body: NotificationMail) => (await send(body)).body.retryAfterSeconds

test('a mail says what happened in the language of the person, and how to stop such mails, by a click too', async () => {
  const { userId, email } = await someone()
  const changeRequest = { number: 7, subject: 'Oiling' }
  const url = 'http://docs.example.com/s/1/changes/2'
  const [first] = mailFor(userId).notifications
  const notifications = [{ kind: 'review-requested' as const, actor: 'Eve', space: 'Handbook', changeRequest, url }]
  if (first) notifications.push({ ...first, changeRequest: { number: 8, subject: '' } } as never)
  expect(await retryOf(mailFor(userId, { language: 'de', notifications, more: 3 }))).toBeNull()
  const { subject, text, headers } = await server.to(email)
  expect(subject).toBe('5 Benachrichtigungen in Quire')
  for (const part of [
    ...['„Eve“ bittet Sie um eine Durchsicht', 'im Änderungsantrag 7 „Oiling“ des Bereichs „Handbook“', url],
    ...[
      '„Eve“ hat Sie erwähnt',
      'im Änderungsantrag 8 „Ohne Titel“',
      'und 3 weitere',
      'http://docs.example.com/stop-mails/a.b.c',
    ],
  ])
    expect(text).toContain(part)
  const header = (name: string) => headers.find(({ key }) => key === name)?.value
  expect([header('list-unsubscribe'), header('list-unsubscribe-post')]).toEqual([
    `<${stopUrl}>`,
    'List-Unsubscribe=One-Click',
  ])
})

test('names that people chose become no links, and stand in no subject', async () => {
  const { userId, email } = await someone()
  const evil = 'Free money at https://evil.example'
  const notifications = [
    {
      kind: 'comment' as const,
      actor: evil,
      space: evil,
      changeRequest: { number: 1, subject: evil },
      url: 'http://docs.example.com/s/1',
    },
  ]
  await send(mailFor(userId, { notifications, isDaily: true }))
  const { subject, text } = await server.to(email)
  expect(subject).toBe('Your day in Quire: one notification')
  expect(text).not.toMatch(/evil\.example|https:\/\//)
})

test('a mail is written once, however often it is asked for, at the same time too', async () => {
  const { userId, email } = await someone()
  const mail = mailFor(userId)
  await Promise.all([send(mail), send(mail), send(mail)])
  await server.to(email)
  expect(await retryOf(mail)).toBeNull()
  const last = await someone()
  await send(mailFor(last.userId))
  await server.to(last.email)
  expect(server.received.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
})

test('after as many mails as are allowed within an hour the others wait, and one that was written is none of them', async () => {
  const { userId } = await someone()
  const first = mailFor(userId)
  for (const mail of [first, mailFor(userId)]) expect(await retryOf(mail)).toBeNull()
  const waiting = mailFor(userId)
  const seconds = await retryOf(waiting)
  expect(seconds).toBeGreaterThan(3500)
  expect(seconds).toBeLessThanOrEqual(3600)
  expect(await retryOf(first)).toBeNull()
  offsetMs = 3600_000
  expect(await retryOf(waiting)).toBeNull()
  offsetMs = 0
})

test('mails of one organization use up none of another', async () => {
  const { userId } = await someone()
  const of = (organizationId: string) => retryOf(mailFor(userId, { organizationId }))
  expect([await of('hostile'), await of('hostile'), await of('real')]).toEqual([null, null, null])
  expect([await of('hostile'), await of('real')]).toEqual([expect.any(Number), null])
})

test('organizations that vouch for one address, each with an account of its own, share a bound of two', async () => {
  const email = 'vouched@example.com'
  const account = async (vouchedBy: string) =>
    (await within(identity, (writer) => createUser(writer, { email, displayName: 'Vic', vouchedBy }))).id
  const [one, two, three] = [await account('one'), await account('two'), await account('three')]
  const retries = []
  for (const userId of [one, one, two, two, three]) retries.push(await retryOf(mailFor(userId)))
  expect(retries).toEqual([null, null, null, null, expect.any(Number)])
  // The owner who has proved the address has their own bound.
  expect(await retryOf(mailFor(await addPerson(identity, email)))).toBeNull()
})

test('a disabled person and one who is unknown get none', async () => {
  const { userId, email } = await someone()
  await identity.call(installation.disableUser, {
    ...{ as: { kind: 'installation', scope: 'full', tokenId: 'tok' }, params: { userId } },
  })
  for (const id of [userId, 'nobody']) expect(await retryOf(mailFor(id))).toBeNull()
  const last = await someone()
  await send(mailFor(last.userId))
  await server.to(last.email)
  expect(server.received.filter(({ recipients }) => recipients.includes(email))).toEqual([])
})
