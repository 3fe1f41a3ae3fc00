import { fairClaims, type Logger, type Loop, startClaimedWork } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { DeliveryAttempt } from '../../tables/integrations.tables.ts'
import { composeMessage, type EventRow, type MessageDependencies } from './compose-message.ts'
import { type Message, nameOf, ReceiverFailed, type ReceiverNeeds, send } from './receivers.ts'

interface DeliveryDependencies extends Omit<MessageDependencies, 'sql'>, ReceiverNeeds {
  sql: () => Sql
  log: Logger
}

/** A claimed event. */
type ClaimedEvent = EventRow & { claim: string; created_at: Date }

/** Deliveries at once in a process, and how many of them one organization, account or integration may have. */
const atOnce = 8
const maxOfEach = 4
/** The integration that each organization leads to an endpoint of its own: one that hangs holds up its organization alone. */
const ofManyEndpoints = ['webhook']
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
/** The answer of a bundle that has no handler for the type, as `@gitbook/runtime` gives it. */
const notHandled = 406

/**
 * Delivers the waiting events as long as the service runs (docs/adr/0051). Each is sent, and sent again with growing
 * delays until the endpoint or bundle answers with a 2xx status. Accounts take turns, and a receiver that is slow holds
 * some of the places only.
 */
export function startDelivering({ sql, log, ...deps }: DeliveryDependencies): Loop {
  return startClaimedWork<ClaimedEvent>({
    name: 'integration events',
    claims: fairClaims<ClaimedEvent>({
      ...{ sql, table: 'integration_event', waiting: raw`status = 'waiting'` },
      ...{ bounds: ['organization_id', 'integration'], unbounded: ofManyEndpoints, maxOfEach },
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
  const { status, problem } = await attempt(message, delivering)
  if (status !== undefined && status >= 200 && status < 300)
    return finish(event, delivering, 'success', `Delivered: the ${nameOf(message)} answered ${status}.`)
  if (status === notHandled && nameOf(message) === 'bundle')
    return finish(event, delivering, 'success', 'Delivered: the bundle has no handler for this type.')
  const delay = status === gone ? undefined : delaysSeconds[event.attempts - 1]
  if (delay === undefined) return finish(event, delivering, 'failed', `${problem} It is not tried again.`)
  await postpone(event, delivering, delay, `${problem} The next attempt is in ${delay} seconds.`)
}

/** Sends a message; returns the status of the answer, or what went wrong, which never repeats what the receiver said. */
async function attempt(message: Message, delivering: Delivering): Promise<{ status?: number; problem: string }> {
  try {
    const { status } = await send(message, delivering, {
      ...{ maxBytes: maxAnswerBytes, timeoutMs, signal: delivering.signal },
    })
    return { status, problem: `The ${nameOf(message)} answered ${status}.` }
  } catch (error) {
    if (!(error instanceof ReceiverFailed)) throw error
    return { problem: `The ${nameOf(message)} ${error.problem}.` }
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
