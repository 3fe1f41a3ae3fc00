import type { KeyObject } from 'node:crypto'
import type { IsBarred } from '@quire/access'
import { type NotificationMail, notificationMailOperations } from '@quire/contracts'
import { anyOf, type Foundation, type Logger, type Loop, newId, startLoop } from '@quire/kit'
import { askService } from '../../ask-service.ts'
import type { Sql } from '../../database.ts'
import { mailedNotifications } from './mailed-notifications.ts'
import { type Recipient, settingOf, stopTokenOf, timeOf } from './notification-settings.ts'

const everyMs = 2000
/** Duration of a claim. Longer than identity takes to answer: a claim expires only if its process died. */
const claimMs = 60_000
const timeoutMs = 20_000
/** A mail that identity has not taken by then is dropped. Identity remembers mails for longer. */
const maxAgeMs = 3 * 24 * 3600_000
/** The hour of the mail of the day, in UTC. */
const dailyHour = 6
/** Notifications of a person that one mail takes up. */
const maxTogether = 1000

type Send = (mail: NotificationMail) => Promise<{ retryAfterSeconds: number | null }>

interface MailingParts {
  sql: () => Sql
  now: () => Date
  /** Notifications of this time share a mail. */
  delayMs: number
  isBarred: IsBarred
  /** The key of the addresses that stop mails. */
  stopKey: KeyObject
  publicUrl: string
  /** Has identity write a mail; the same again if it has the id already. */
  send: Send
}

interface MailingConfig {
  IDENTITY_URL?: string | undefined
  PUBLIC_URL: string
  NOTIFICATION_MAIL_DELAY_SECONDS: number
  /** In seconds. */
  ACCESS_STALENESS_MAX: number
}

interface MailingNeeds extends Pick<MailingParts, 'sql' | 'now' | 'isBarred' | 'stopKey'> {
  freshness: Pick<Foundation['freshness'], 'ageMs'>
  internalKey: KeyObject
  log: Logger
}

/**
 * Mails notifications as long as the service runs: those of a person within some minutes together, and those of a day
 * together if the person wants that. Each is a job that a replica claims, so that nothing is held while identity is waited
 * for, and is in one mail, also where a process is killed. Nothing is mailed while changes of access may have been missed,
 * and without the address of identity.
 */
export function startMailingNotifications(
  { IDENTITY_URL: identity, PUBLIC_URL: publicUrl, ...config }: MailingConfig,
  { freshness, internalKey, log, ...needs }: MailingNeeds,
): Loop[] {
  if (identity === undefined) return []
  const delayMs = config.NOTIFICATION_MAIL_DELAY_SECONDS * 1000
  const parts = { ...needs, delayMs, publicUrl, send: askIdentity(identity, internalKey) }
  const loop = startLoop({ name: 'mails of notifications', everyMs, log }, async (signal) => {
    if (freshness.ageMs() > config.ACCESS_STALENESS_MAX * 1000) return
    while (!signal.aborted && (await mailNext(parts)));
  })
  return [loop]
}

/** Returns the function that asks identity, as content itself. */
const askIdentity =
  (url: string, internalKey: KeyObject): Send =>
  async (mail) => {
    const operation = notificationMailOperations.sendNotificationMail
    const asked = { url, internalKey, body: mail, signal: AbortSignal.timeout(timeoutMs) }
    return operation.replies[200].parse(await askService(operation, asked))
  }

/** A mail whose notifications are claimed. */
interface ClaimedMail {
  mailId: string
  recipient: Recipient
  isDaily: boolean
}

/** Makes the next mail that is due; false if none is. Throws if identity does not answer: the mail is tried again later. */
export async function mailNext(parts: MailingParts): Promise<boolean> {
  const { sql, isBarred, stopKey, publicUrl, send } = parts
  const due = await sql()
    .selectFrom('notification')
    .select(['organization_id', 'user_id', 'mail_id'])
    .where('mail_at', '<=', dueUntil(parts))
    .orderBy('mail_at')
    .limit(1)
    .executeTakeFirst()
  if (!due) return false
  const recipient = { organizationId: due.organization_id, userId: due.user_id }
  const claimed = due.mail_id === null ? await claim(parts, recipient) : await claimAgain(parts, recipient, due.mail_id)
  if (!claimed) return true
  const { mailId, isDaily } = claimed
  const { notifications, more } = await mailedNotifications(sql(), { mailId, recipient, isBarred, publicUrl })
  if (notifications.length === 0) {
    await settle(sql(), mailId)
    return true
  }
  const token = stopTokenOf(stopKey, recipient)
  const { language } = await settingOf(sql(), recipient)
  const { retryAfterSeconds } = await send({
    ...{ id: mailId, ...recipient, language, isDaily, notifications, more },
    ...{ stopPage: `${publicUrl}/stop-mails/${token}`, stop: `${publicUrl}/v1/notification-mails/${token}/stop` },
  })
  if (retryAfterSeconds === null) await settle(sql(), mailId)
  else await postpone(parts, mailId, retryAfterSeconds)
  return true
}

/**
 * Puts the notifications of a person that are to be mailed now into a new mail, and claims it. Those that the person has
 * read, or wants no mail of, are done with; those of a daily mail wait for it. Returns undefined if none is left.
 */
function claim(parts: MailingParts, recipient: Recipient): Promise<ClaimedMail | undefined> {
  const { sql, now, delayMs } = parts
  return sql()
    .transaction()
    .execute(async (within) => {
      const rows = await within
        .selectFrom('notification')
        .select(['id', 'kind', 'is_daily', 'mail_at', 'read_at'])
        .where('organization_id', '=', recipient.organizationId)
        .where('user_id', '=', recipient.userId)
        .where('mail_at', 'is not', null)
        .where('mail_id', 'is', null)
        // What is due comes first, however much waits for the mail of the day.
        .orderBy('mail_at')
        .orderBy('id')
        .limit(maxTogether)
        .forUpdate()
        .execute()
      const setting = await settingOf(within, recipient)
      const dueAt = dueUntil(parts)
      const groups = Map.groupBy(rows, ({ kind, is_daily, mail_at, read_at }) => {
        const time = timeOf(kind, setting)
        if (read_at !== null || time === 'off') return 'done' as const
        if (time === 'at-once') return 'mailed' as const
        if (!is_daily) return 'waiting' as const
        return mail_at !== null && new Date(mail_at) <= dueAt ? ('mailed' as const) : ('left' as const)
      })
      const change = async (group: 'done' | 'mailed' | 'waiting', changes: object) => {
        const ids = (groups.get(group) ?? []).map(({ id }) => id)
        if (ids.length > 0) await within.updateTable('notification').set(changes).where('id', '=', anyOf(ids)).execute()
      }
      const mailId = newId()
      await change('done', { mail_at: null })
      await change('waiting', { is_daily: true, mail_at: nextDaily(now(), delayMs) })
      await change('mailed', { mail_id: mailId, mail_at: claimedUntil(now(), delayMs) })
      const mailed = groups.get('mailed') ?? []
      if (mailed.length === 0) return undefined
      return { mailId, recipient, isDaily: mailed.every(({ is_daily }) => is_daily) }
    })
}

/**
 * Claims a mail that was made and may not have been sent. Returns undefined if another replica claimed it meanwhile, and
 * gives it up if it is old.
 */
async function claimAgain(parts: MailingParts, recipient: Recipient, mailId: string): Promise<ClaimedMail | undefined> {
  const { sql, now, delayMs } = parts
  const rows = await sql()
    .updateTable('notification')
    .set({ mail_at: claimedUntil(now(), delayMs) })
    .where('mail_id', '=', mailId)
    .where('mail_at', '<=', dueUntil(parts))
    .returning(['created_at', 'is_daily'])
    .execute()
  if (rows.length === 0) return undefined
  const newestMs = Math.max(...rows.map(({ created_at }) => new Date(created_at).getTime()))
  if (newestMs > now().getTime() - maxAgeMs)
    return { mailId, recipient, isDaily: rows.every(({ is_daily }) => is_daily) }
  await settle(sql(), mailId)
  return undefined
}

const settle = (sql: Sql, mailId: string) =>
  sql.updateTable('notification').set({ mail_at: null }).where('mail_id', '=', mailId).execute()

/** Has the notifications of a mail share a later one with those that come meanwhile. */
const postpone = ({ sql, now }: MailingParts, mailId: string, seconds: number) =>
  sql()
    .updateTable('notification')
    .set({ mail_id: null, mail_at: new Date(now().getTime() + seconds * 1000) })
    .where('mail_id', '=', mailId)
    .where('mail_at', 'is not', null)
    .execute()

/** The last `mail_at` of notifications that are to be mailed now. */
const dueUntil = ({ now, delayMs }: Pick<MailingParts, 'now' | 'delayMs'>) => new Date(now().getTime() - delayMs)

const claimedUntil = (now: Date, delayMs: number) => new Date(now.getTime() + claimMs - delayMs)

/** Returns the time of the next daily mail, less the delay that is added to all. */
function nextDaily(now: Date, delayMs: number): Date {
  const today = new Date(now)
  today.setUTCHours(dailyHour, 0, 0, 0)
  const dayMs = 24 * 3600_000
  return new Date(today.getTime() + (today > now ? 0 : dayMs) - delayMs)
}
