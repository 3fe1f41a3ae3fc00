import type { WorkHolder } from '@quire/access'
import { anyOf, newId, Refusal } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Writer } from '../database.ts'
import { emailKey } from '../users/emails.ts'
import type { MailLimits } from './mail-limits.ts'
import type { NewMail } from './message.ts'

const hourMs = 3600_000

const dayMs = 24 * hourMs

/** Bounds the wait of a mail: one that would wait longer is not written. The invitation itself stays valid. */
const maxWaitMs = 7 * dayMs

/** Due times of earlier and planned mails, in milliseconds since 1970, ascending. */
interface DueTimes {
  ofOrganization: number[]
  ofAccount: number[]
  /** Due times of the mails of all accounts with the same origin. */
  ofOrigin: number[]
  /** Due times by address, at least those of the last day. */
  ofRecipient: Map<string, ReceivedTimes>
}

/** Due times of the mails to one address, ascending. */
interface ReceivedTimes {
  ofAll: number[]
  /** Those of the sender, or of another account with the same origin. */
  ofSender: number[]
}

/** The part of the mails to one address that one sender may fill, so that others reach it too. */
const partOfSender = 0.4

const invitationLock = 0x6d_61_69_6c

interface InvitationBounds {
  organizationId: string
  holder: WorkHolder
  limits: MailLimits
}

/** The mails of one invitation that are not sent at once. */
interface QueuedMails {
  /** The addresses to which none is written because others invite them too often. */
  unmailed: string[]
  /** The mails that are sent at once, those that wait for the limits, and the time of the last one; absent if none waits. */
  mails?: { sent: number; waiting: number; lastAt: Date }
}

/**
 * Writes mails of invitations in the caller's transaction, each due when the limits allow it. Skips addresses that the
 * organization wrote to a short while ago. Throws 429 if too many would wait. Call this last: until the transaction ends it
 * excludes all other invitations, so that no two use the same capacity within the limits.
 */
export async function queueInvitationMails(
  sql: Writer['sql'],
  inviting: InvitationBounds,
  mails: NewMail[],
): Promise<QueuedMails> {
  if (mails.length === 0) return { unmailed: [] }
  await raw`select pg_advisory_xact_lock(${invitationLock})`.execute(sql)
  const byAddress = new Map(mails.map((mail) => [emailKey(mail.recipient), mail]))
  const { nowMs, due, recent } = await earlierMails(sql, inviting, [...byAddress.keys()])
  const addresses = [...byAddress.keys()].filter((address) => !recent.has(address))
  const scheduled = scheduleMails(addresses, { due, limits: inviting.limits, nowMs })
  const later = scheduled.flatMap(({ dueMs }) => (dueMs > nowMs ? [dueMs] : []))
  if (later.length > 0) requireCapacity(due, inviting.limits, nowMs)
  const rows = scheduled.flatMap(({ address, dueMs, place }) => {
    const mail = byAddress.get(address)
    return mail ? [{ id: newId(), address, mail, at: new Date(dueMs), place }] : []
  })
  const written = new Set(rows.map(({ address }) => address))
  const unwritten = addresses.filter((address) => !written.has(address))
  const unmailed = unwritten.flatMap((address) => byAddress.get(address)?.recipient ?? [])
  if (rows.length === 0) return { unmailed }
  await sql
    .insertInto('mail')
    .values(rows.map(({ id, mail, at, place }) => ({ id, ...mail, try_at: at, place })))
    .execute()
  await sql
    .insertInto('invitation_mail')
    .values(
      rows.map(({ id, address, at }) => ({
        id,
        address,
        due_at: at,
        organization_id: inviting.organizationId,
        ...inviting.holder,
      })),
    )
    .execute()
  if (later.length === 0) return { unmailed }
  const lastAt = new Date(roundedUp(Math.max(...later)))
  return { unmailed, mails: { sent: rows.length - later.length, waiting: later.length, lastAt } }
}

/** Times are told by the hour: to the second they would tell when others have invited the same address. */
export const roundedUp = (timeMs: number): number => Math.ceil(timeMs / hourMs) * hourMs

/** Throws 429 if too many mails would wait. `due` must already include the transaction's own mails. */
function requireCapacity({ ofOrganization, ofAccount }: DueTimes, limits: MailLimits, nowMs: number): void {
  const { INVITE_MAILS_PER_HOUR: perHour, INVITE_MAILS_PER_HOUR_OF_ACCOUNT: perHourOfAccount } = limits
  const waiting = (times: number[]) => times.filter((dueMs) => dueMs > nowMs).length
  if (waiting(ofOrganization) > limits.INVITE_MAILS_WAITING)
    throw tooMany('An organization', perHour, limits.INVITE_MAILS_WAITING)
  if (waiting(ofAccount) > limits.INVITE_MAILS_WAITING_OF_ACCOUNT)
    throw tooMany('A person', perHourOfAccount, limits.INVITE_MAILS_WAITING_OF_ACCOUNT)
}

const tooMany = (who: string, perHour: number, waiting: number) =>
  new Refusal(
    429,
    `${who} sends ${perHour} invitations an hour, and ${waiting} may wait: invite fewer people at once, or the others later.`,
    { 'Retry-After': '3600' },
    'invitations',
  )

interface EarlierMail {
  organization_id: string
  account: string | null
  origin: string | null
  address: string
  due: number
}

/** Returns the earlier mails that count for the limits, by the database's clock. */
async function earlierMails(sql: Writer['sql'], { organizationId, holder, limits }: InvitationBounds, to: string[]) {
  const hours = Math.max(24, limits.INVITE_MAIL_PAUSE_HOURS)
  const { rows: clock } = await raw<{ now: number }>`select extract(epoch from now())::float8 * 1000 as now`.execute(
    sql,
  )
  const nowMs = clock[0]?.now ?? Number.NaN
  const { rows } = await raw<EarlierMail>`
    select organization_id, account, origin, address, extract(epoch from due_at)::float8 * 1000 as due
    from invitation_mail
    where (address = any(${to}) and due_at > now() - make_interval(hours => ${hours}))
      or (organization_id = ${organizationId} and due_at > now() - interval '1 hour')
      or (account = ${holder.account} and due_at > now() - interval '1 hour')
      or (origin = ${holder.origin} and due_at > now() - interval '1 hour')
    order by due_at`.execute(sql)
  const pauseFrom = nowMs - limits.INVITE_MAIL_PAUSE_HOURS * hourMs
  const own = rows.filter((row) => row.organization_id === organizationId)
  const dueOf = (some: EarlierMail[]) => some.filter((row) => row.due > nowMs - hourMs).map((row) => row.due)
  const due = {
    ofOrganization: dueOf(own),
    ofAccount: dueOf(rows.filter((row) => row.account === holder.account)),
    ofOrigin: dueOf(rows.filter((row) => row.origin === holder.origin)),
    ofRecipient: new Map(
      [...Map.groupBy(rows, (row) => row.address)].map(([address, some]) => [address, receivedOf(some, holder)]),
    ),
  }
  return { nowMs, due, recent: new Set(own.filter((row) => row.due > pauseFrom).map((row) => row.address)) }
}

function receivedOf(rows: EarlierMail[], { account, origin }: WorkHolder): ReceivedTimes {
  const own = rows.filter((row) => row.account === account || row.origin === origin)
  return { ofAll: rows.map(({ due }) => due), ofSender: own.map(({ due }) => due) }
}

/** Deletes the unsent mail of an invitation that ends. A mail that is being sent may still arrive. */
export async function cancelInvitationMail(sql: Writer['sql'], organizationId: string, email: string): Promise<void> {
  const unsent = await sql
    .deleteFrom('mail')
    .where('id', 'in', (own) =>
      own
        .selectFrom('invitation_mail')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('address', '=', emailKey(email)),
    )
    .returning(['id', 'attempts'])
    .execute()
  // A mail with an attempt may have arrived, so it counts for the limits.
  const untried = unsent.filter(({ attempts }) => attempts === 0).map(({ id }) => id)
  if (untried.length > 0) await sql.deleteFrom('invitation_mail').where('id', '=', anyOf(untried)).execute()
}

/**
 * Schedules mails to these addresses, in the given order; leaves out mails that would wait too long. Adds the scheduled
 * times to `due`.
 */
function scheduleMails(
  addresses: string[],
  { due, limits, nowMs }: { due: DueTimes; limits: MailLimits; nowMs: number },
): { address: string; dueMs: number; place: number }[] {
  return addresses.flatMap((address) => {
    const { ofAll, ofSender } = due.ofRecipient.get(address) ?? { ofAll: [], ofSender: [] }
    const readyMs = Math.max(
      nowMs,
      after(due.ofOrganization, limits.INVITE_MAILS_PER_HOUR, hourMs),
      after(due.ofAccount, limits.INVITE_MAILS_PER_HOUR_OF_ACCOUNT, hourMs),
    )
    const perDay = limits.INVITE_MAILS_PER_RECIPIENT
    const ofOne = Math.max(1, Math.floor(perDay * partOfSender))
    const dueMs = [readyMs, ...ofAll.map((otherMs) => otherMs + dayMs).filter((ms) => ms > readyMs)].find(
      (ms) => hasPlace(ofAll, perDay, ms) && hasPlace(ofSender, ofOne, ms),
    )
    if (dueMs === undefined || dueMs > nowMs + maxWaitMs) return []
    due.ofRecipient.set(address, { ofAll: inOrder([...ofAll, dueMs]), ofSender: inOrder([...ofSender, dueMs]) })
    due.ofOrganization = inOrder([...due.ofOrganization, dueMs])
    due.ofAccount = inOrder([...due.ofAccount, dueMs])
    const place = due.ofOrigin.filter((otherMs) => otherMs > dueMs - hourMs && otherMs <= dueMs).length
    due.ofOrigin.push(dueMs)
    return [{ address, dueMs, place }]
  })
}

/** Returns the earliest time at which another mail keeps the number within `withinMs` at `max` or less. */
const after = (times: number[], max: number, withinMs: number) => (times.at(-max) ?? -withinMs) + withinMs

/** True if another mail at this time, between the others, keeps the number within any day at `max` or less. */
function hasPlace(times: number[], max: number, atMs: number): boolean {
  const all = inOrder([...times, atMs])
  return all.every((first, index) => (all[index + max] ?? Number.POSITIVE_INFINITY) - first >= dayMs)
}

const inOrder = (times: number[]) => times.sort((one, other) => one - other)
