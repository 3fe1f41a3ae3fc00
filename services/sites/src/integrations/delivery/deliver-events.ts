import { FetchRefused, fairClaims, type GuardedPoster, type Logger, type Loop, startClaimedWork } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { DeliveryAttempt } from '../../tables/integrations.tables.ts'
import { composeMessage, type EventRow, type MessageDependencies } from './compose-message.ts'
import { signatureHeaders } from './sign-event.ts'

interface DeliveryDependencies extends Omit<MessageDependencies, 'sql'> {
  sql: () => Sql
  poster: GuardedPoster
  log: Logger
}

/** A claimed event. */
type ClaimedEvent = EventRow & { claim: string; created_at: Date }

/** Deliveries at once in a process, and how many of them one organization, account or integration may have. */
const atOnce = 8
const maxOfEach = 4
const timeoutMs = 10_000
/** Bytes of an answer that are read; nothing is done with them. */
const maxAnswerBytes = 64 * 1024
/** The seconds after each failed attempt until the next: eight attempts in about 33 hours. */
const delaysSeconds = [5, 300, 1800, 7200, 18_000, 36_000, 57_600]
const maxLogged = 20
/** Attempts after which an event fails even if none came to its end, for instance because no secret can be opened. */
const maxAttempts = 20
/** The answer of an endpoint that wants no more of this. */
const gone = 410

/**
 * Delivers the waiting events as long as the service runs (docs/adr/0051). Each is signed, and sent again with growing
 * delays until the endpoint answers with a 2xx status. Accounts take turns, and an endpoint that is slow holds some of the
 * places only.
 */
export function startDelivering({ sql, log, ...deps }: DeliveryDependencies): Loop {
  return startClaimedWork<ClaimedEvent>({
    name: 'integration events',
    claims: fairClaims<ClaimedEvent>({
      ...{ sql, table: 'integration_event', waiting: raw`status = 'waiting'` },
      ...{ bounds: ['organization_id', 'integration'], maxOfEach },
    }),
    concurrency: atOnce,
    log,
    work: (event, signal) => deliver(event, { ...deps, sql: sql(), signal }),
  })
}

type Delivering = Omit<DeliveryDependencies, 'sql' | 'log'> & { sql: Sql; signal: AbortSignal }

async function deliver(event: ClaimedEvent, delivering: Delivering): Promise<void> {
  if (event.attempts > maxAttempts)
    return finish(event, delivering, 'failed', 'The event was begun too often without an end.')
  const message = await composeMessage(event, delivering)
  if (!message) return finish(event, delivering, 'failed', 'Nothing receives this event any more.')
  const { status, problem } = await attempt(event, message, delivering)
  if (status !== undefined && status >= 200 && status < 300)
    return finish(event, delivering, 'success', `Delivered: the endpoint answered ${status}.`)
  const delay = status === gone ? undefined : delaysSeconds[event.attempts - 1]
  if (delay === undefined) return finish(event, delivering, 'failed', `${problem} It is not tried again.`)
  await postpone(event, delivering, delay, `${problem} The next attempt is in ${delay} seconds.`)
}

type Message = NonNullable<Awaited<ReturnType<typeof composeMessage>>>

/** Sends a message; returns the status of the answer, or what went wrong, which never repeats what the server said. */
async function attempt(
  { id }: ClaimedEvent,
  { url, body, secret }: Message,
  { poster, now, signal }: Delivering,
): Promise<{ status?: number; problem: string }> {
  const headers = { 'content-type': 'application/json', ...signatureHeaders({ id, at: now(), body, secret }) }
  try {
    const limits = { field: 'endpoint', maxBytes: maxAnswerBytes, timeoutMs }
    const { status } = await poster.post(url, { ...limits, body, headers, signal })
    return { status, problem: `The endpoint answered ${status}.` }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { problem: `The endpoint ${error.problem}.` }
  }
}

async function finish(
  event: ClaimedEvent,
  { sql, now }: Delivering,
  status: 'success' | 'failed',
  message: string,
): Promise<void> {
  await sql
    .updateTable('integration_event')
    .set({
      status,
      log: logged(event, now(), status === 'failed', message),
      finished_at: raw<Date>`now()`,
      claim: null,
    })
    .where('id', '=', event.id)
    .where('claim', '=', event.claim)
    .execute()
}

async function postpone(event: ClaimedEvent, { sql, now }: Delivering, delay: number, message: string): Promise<void> {
  const claimed_until = raw<Date>`now() + make_interval(secs => ${delay})`
  await sql
    .updateTable('integration_event')
    .set({ claim: null, claimed_until, log: logged(event, now(), true, message) })
    .where('id', '=', event.id)
    .where('claim', '=', event.claim)
    .execute()
}

function logged({ log }: ClaimedEvent, at: Date, isError: boolean, message: string): string {
  const entry: DeliveryAttempt = { at: at.toISOString(), message, isError }
  return JSON.stringify([...log, entry].slice(-maxLogged))
}
