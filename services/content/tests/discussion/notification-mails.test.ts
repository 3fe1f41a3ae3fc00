import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member, type NotificationMail, user } from '@quire/contracts'
import { secretKey } from '@quire/kit'
import { sql as raw } from 'kysely'
import { mailNext, startMailingNotifications } from '../../src/workspace/notifications/mail-notifications.ts'
import { oneConnection } from '../support/one-connection.ts'
import { acme, publicUrl, startWorld, type World } from '../world.ts'

let world: World
let spaceId: string
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

let aheadMs = 0
const minutes = 60_000
const hours = 60 * minutes
/** The mails that identity was asked for, and its next answers; an error stands for none. */
let asked: NotificationMail[] = []
let answers: (Error | number)[] = []
const parts = () => ({
  sql: () => world.sql(),
  now: () => new Date(Date.now() + aheadMs),
  ...{ delayMs: 3 * minutes, isBarred: () => false, publicUrl },
  stopKey: secretKey(world.test.env as never, 'cursor.key'),
  async send(mail: NotificationMail) {
    asked.push(mail)
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return { retryAfterSeconds: answer ?? null }
  },
})
/** Makes all mails that are due after this time; resolves with those of a person that identity was asked for. */
async function mailed(userId: string, afterMs = 0): Promise<NotificationMail[]> {
  aheadMs += afterMs
  asked = []
  while (await mailNext(parts()));
  return asked.filter((mail) => mail.userId === userId)
}
const kinds = (mails: NotificationMail[]) => mails.map(({ notifications }) => notifications.map(({ kind }) => kind))

/** Lets a test begin with nothing to mail, and everybody with the defaults. */
async function start(): Promise<void> {
  await mailed('nobody', 48 * hours)
  await world.sql().deleteFrom('notification_setting').execute()
  aheadMs = 0
  answers = []
  spaceId = (await world.makeSpace()).id
}
async function made(id: string, as: string, params: object, body: object) {
  const answer = await world.send(id, { as, params: { spaceId, ...params }, body })
  if (answer.status >= 300) throw new Error(`${id} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const mention = (name = 'cora') =>
  made('postCommentInSpace', 'edda', {}, { body: { markdown: `Ask [Her](/users/${name} "mention")` } })
const reply = (commentId: string) =>
  made('postCommentReplyInSpace', 'edda', { commentId }, { body: { markdown: 'Because.' } })
const setting = (as: string, body?: object) =>
  world.send(body ? 'updateNotificationSettings' : 'getNotificationSettings', { as, ...(body && { body }) })

test('mentions and requested reviews of some minutes are in one mail, once, and other things in none', async () => {
  await start()
  await mention()
  expect(await mailed('cora', 2 * minutes)).toEqual([])
  const { id: changeRequestId, number } = await world.makeChangeRequest(spaceId, 'edda')
  await made('requestReviewersForChangeRequest', 'edda', { changeRequestId }, { users: ['cora'] })
  const { id: commentId } = await made('postCommentInSpace', 'cora', {}, { body: { markdown: 'Why?' } })
  await reply(commentId)
  const [mail, ...others] = await mailed('cora', minutes)
  expect(others).toEqual([])
  const { title } = (await world.send('getSpaceById', { params: { spaceId } })).body
  const shared = { actor: 'Edda', space: title }
  expect(mail).toMatchObject({
    ...{ userId: 'cora', organizationId: 'acme', language: null, isDaily: false, more: 0 },
    notifications: [
      {
        ...{ ...shared, kind: 'review-requested', changeRequest: { number, subject: expect.any(String) } },
        url: `${publicUrl}/s/${spaceId}/changes/${changeRequestId}`,
      },
      { ...shared, kind: 'mention', changeRequest: null, url: `${publicUrl}/s/${spaceId}` },
    ],
  })
  expect(await mailed('cora', 48 * hours)).toEqual([])
})

test('a mail has only what the person may still see, and has not read', async () => {
  await start()
  const { id: deleted } = await mention()
  await made('inviteToSpace', 'ada', {}, { role: 'comment', users: ['gus'] })
  await mention('gus')
  await mention('rev')
  const { items } = (await world.send('listNotifications', { as: 'rev', query: { limit: '1' } })).body
  await world.send('markNotificationsAsRead', { as: 'rev', body: { ids: [items[0].id] } })
  await world.send('deleteCommentInSpace', { as: 'edda', params: { spaceId, commentId: deleted } })
  await world.send('removeUserFromSpace', { params: { spaceId, userId: 'gus' } })
  for (const who of ['cora', 'gus', 'rev']) expect(await mailed(who, 5 * minutes)).toEqual([])
  await mention()
  await world.send('deleteSpaceById', { params: { spaceId } })
  expect(await mailed('cora', 5 * minutes)).toEqual([])
  await world.send('restoreSpace', { params: { spaceId } })
  expect(await mailed('cora', 48 * hours)).toEqual([])
})

test('somebody who was made a member without asking gets none before they come', async () => {
  await start()
  const membership = { id: 'm-nia', organizationId: acme, userId: 'nia', role: 'comment' as const }
  await world.publishState(user, { id: 'nia', displayName: 'Nia', email: 'nia@example.com' })
  await world.publishState(member, { ...membership, version: 1, introduced: false })
  await world.test.settled()
  await mention('nia')
  expect(await mailed('nia', 4 * minutes)).toEqual([])
  await world.publishState(member, { ...membership, version: 2, introduced: true })
  await world.test.settled()
  await mention('nia')
  expect(kinds(await mailed('nia', 4 * minutes))).toEqual([['mention']])
})

test('a mail counts all notifications that it leaves out, of which the person may see the subjects', async () => {
  await start()
  await mention()
  const { id: foreign } = await world.makeSpace()
  const columns = raw.raw('organization_id, user_id, kind, comment_id, actor, created_at, mail_at')
  const repeat = (space: string, count: number) =>
    raw`
    insert into notification (id, cause, space_id, ${columns})
    select n.id || '-' || ${space}::text || i, n.id || '-' || ${space}::text || i, ${space}::text, ${columns} from notification n, generate_series(1, ${count}::int) i
    where n.user_id = 'cora' and n.mail_at is not null and n.id not like '%-%'`.execute(world.sql())
  await repeat(spaceId, 300)
  await repeat(foreign, 400)
  await world.send('updateSpaceById', { as: 'ada', params: { spaceId: foreign }, body: { defaultLevel: null } })
  const [mail] = await mailed('cora', 5 * minutes)
  expect([mail?.notifications.length, mail?.more]).toEqual([30, 271])
})

test('people choose what they get at once, each day or never, for themselves and one organization', async () => {
  await start()
  const whole = { object: 'notification-settings', mentions: 'at-once', others: 'off', language: null }
  expect((await setting('cora')).body).toEqual(whole)
  const changed = { ...whole, mentions: 'daily', others: 'at-once', language: 'fr' }
  expect((await setting('cora', { mentions: 'daily', others: 'at-once', language: 'fr' })).body).toEqual(changed)
  expect((await setting('cora', {})).body).toEqual(changed)
  expect((await setting('rev')).body).toEqual(whole)
  for (const body of [{ mentions: 'weekly' }, { language: 'xx' }])
    expect((await setting('cora', body)).status).toBe(400)
  expect((await setting('olga', { mentions: 'off' })).status).toBe(404)
  await mention()
  const { id: commentId } = await made('postCommentInSpace', 'cora', {}, { body: { markdown: 'Why?' } })
  await reply(commentId)
  const [mail] = await mailed('cora', 5 * minutes)
  expect([kinds([mail as NotificationMail]), mail?.language]).toEqual([[['reply']], 'fr'])
  await mention()
  expect(await mailed('cora')).toEqual([])
  const daily = await mailed('cora', 26 * hours)
  expect([kinds(daily), daily[0]?.isDaily]).toEqual([[['mention', 'mention']], true])
  await mention()
  await mailed('cora', 5 * minutes)
  await setting('cora', { mentions: 'off' })
  expect(await mailed('cora', 26 * hours)).toEqual([])
})

test('a mail that identity was asked for and did not answer is asked for again under its id, and then never', async () => {
  await start()
  await mention()
  answers = [new Error('killed')]
  asked = []
  aheadMs += 5 * minutes
  await expect(mailNext(parts())).rejects.toThrow('killed')
  const [first] = asked
  // What comes meanwhile is in a mail of its own.
  await mention()
  expect((await mailed('cora')).map(({ id }) => id)).not.toContain(first?.id)
  const again = await mailed('cora', 2 * minutes)
  expect(again.map(({ id }) => id)).toEqual([first?.id])
  expect(await mailed('cora', 48 * hours)).toEqual([])
})

test('replicas that mail at the same time ask for each mail once, also again after one was killed', async () => {
  await start()
  for (const name of ['cora', 'rev', 'cleo']) await mention(name)
  const together = async () => {
    asked = []
    const replica = async () => {
      while (await mailNext(parts()));
    }
    await Promise.all([replica(), replica(), replica()])
    return asked.map(({ id, userId }) => ({ id, userId }))
  }
  aheadMs += 5 * minutes
  answers = Array.from({ length: 3 }, () => new Error('killed'))
  asked = []
  for (const _ of answers.slice()) await expect(mailNext(parts())).rejects.toThrow('killed')
  const first = asked.map(({ id, userId }) => ({ id, userId }))
  expect(first.map(({ userId }) => userId).sort()).toEqual(['cleo', 'cora', 'rev'])
  expect(await together()).toEqual([])
  aheadMs += 2 * minutes
  expect(new Set(await together())).toEqual(new Set(first))
  for (const name of ['cora', 'rev', 'cleo']) await mention(name)
  aheadMs += 5 * minutes
  expect((await together()).map(({ userId }) => userId).sort()).toEqual(['cleo', 'cora', 'rev'])
})

test('no connection is in use while identity is waited for', async () => {
  await start()
  await mention()
  const { promise: isAsked, resolve } = Promise.withResolvers<void>()
  const identity = createServer(() => resolve())
  await new Promise<void>((listening) => identity.listen(0, '127.0.0.1', listening))
  const { sql, close } = await oneConnection(world)
  const { freshness, log } = world.test.service.foundation
  const [loop] = startMailingNotifications(
    {
      ...{ IDENTITY_URL: `http://127.0.0.1:${(identity.address() as AddressInfo).port}`, PUBLIC_URL: publicUrl },
      ...{ NOTIFICATION_MAIL_DELAY_SECONDS: 0, ACCESS_STALENESS_MAX: 60 },
    },
    {
      ...{ sql: () => sql, now: () => new Date(Date.now() + minutes), isBarred: () => false, freshness, log },
      stopKey: secretKey(world.test.env as never, 'cursor.key'),
      internalKey: secretKey(world.test.env as never, 'internal.key'),
    },
  )
  await isAsked
  await raw`select`.execute(sql)
  identity.closeAllConnections()
  identity.close()
  await loop?.stop()
  await close()
})

test('notifications of a person who has had many mails wait, and share a later one', async () => {
  await start()
  await mention()
  answers = [1200]
  expect(kinds(await mailed('cora', 5 * minutes))).toEqual([['mention']])
  expect(await mailed('cora', 18 * minutes)).toEqual([])
  await mention()
  answers = [60]
  expect(kinds(await mailed('cora'))).toEqual([['mention', 'mention']])
  expect(kinds(await mailed('cora', 5 * minutes))).toEqual([['mention', 'mention']])
  expect(await mailed('cora', 48 * hours)).toEqual([])
})

test('the address in a mail stops the mails of its person in its organization, without a session, by a POST alone', async () => {
  await start()
  await mention()
  const [mail] = await mailed('cora', 5 * minutes)
  const stopToken = mail?.stop.split('/').at(-2) ?? ''
  expect(mail?.stopPage).toBe(`${publicUrl}/stop-mails/${stopToken}`)
  const nobody = { kind: 'none', scope: 'full' } as never
  const stop = (id: string, token = stopToken) => world.send(id, { as: nobody, params: { stopToken: token } })
  expect((await stop('openNotificationMailStop')).status).toBe(200)
  for (const wrong of [`${stopToken}x`, stopToken.replace('.cora.', '.rev.'), `${stopToken}.more`, 'acme.cora.', 'x'])
    for (const id of ['openNotificationMailStop', 'stopNotificationMails'])
      expect((await stop(id, wrong)).status).toBe(404)
  expect((await setting('cora')).body.mentions).toBe('at-once')
  expect((await stop('stopNotificationMails')).status).toBe(204)
  expect([(await setting('cora')).body, (await setting('rev')).body.mentions]).toMatchObject([
    { mentions: 'off', others: 'off' },
    'at-once',
  ])
  await mention()
  expect(await mailed('cora', 48 * hours)).toEqual([])
})
