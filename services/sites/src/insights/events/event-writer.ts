import { setImmediate } from 'node:timers/promises'
import { unavailable } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { EventRow } from '../../tables/insights.tables.ts'
import { type Day, dayOf } from '../days.ts'
import { addEventCounts, type EventCounts } from './event-counts.ts'
import type { EventSender } from './event-limits.ts'
import { createPartitions } from './event-partitions.ts'
import { createEventQueue, type QueuedEvents } from './event-queue.ts'

/** Events of one statement, about, and those that may wait for theirs. */
const maxOfStatement = 2000
const maxWaitingRows = 20_000

/** Columns and their types, for the statement that reads rows from JSON. */
const columnTypes: Record<keyof EventRow, string> = {
  ...{ site_id: 'text', at: 'timestamptz', type: 'text', visitor: 'bigint', session: 'bigint', bot: 'text' },
  ...{ browser: 'text', device: 'text', os: 'text', language: 'text', country: 'text', geo: 'bigint' },
  ...{ referrer: 'text', referrer_domain: 'text', utm_source: 'text', utm_medium: 'text', utm_campaign: 'text' },
  ...{ utm_term: 'text', utm_content: 'text', claims: 'text', claim_values: 'jsonb', url: 'text', context: 'text' },
  ...{ section: 'text', site_space: 'text', share_link: 'text', space: 'text', revision: 'text', page: 'text' },
  ...{ query: 'text', results: 'integer', answered: 'boolean', result_space: 'text', result_page: 'text' },
  ...{ rating: 'text', comment: 'text', answer_rating: 'smallint', response: 'text', link: 'text' },
  ...{ link_kind: 'text', link_domain: 'text', link_position: 'text', operation_path: 'text' },
  ...{ operation_method: 'text', ad_domain: 'text', ad_zone: 'text', ad_placement: 'text' },
  ...{ trademark_placement: 'text' },
}
const columns = raw.join(Object.keys(columnTypes).map((name) => raw.ref(name)))
const typedColumns = raw.join(Object.entries(columnTypes).map(([name, type]) => raw`${raw.ref(name)} ${raw.raw(type)}`))

/** Events of one site that arrived together. */
interface ArrivedEvents extends QueuedEvents {
  rows: readonly EventRow[]
  /** Who sent them, if they are of visitors. */
  senders?: readonly EventSender[]
}

export interface EventWriter {
  /**
   * Stores events; resolves when they are committed. Events of requests that arrive in one turn, or while a statement runs,
   * are written together by the next one, in which organizations and their sites take turns. Throws 503 if too many wait,
   * and those are of the organization that has the most.
   */
  write(events: ArrivedEvents): Promise<void>
}

interface Waiting extends ArrivedEvents {
  resolve: () => void
  reject: (error: unknown) => void
}

/** `onCounted` gets the counts of each statement; `maxRows` is the number of events that may wait. */
export function createEventWriter(
  sql: () => Sql,
  onCounted: (counts: EventCounts) => void,
  maxRows = maxWaitingRows,
): EventWriter {
  const partitioned = new Set<Day>()
  const waiting = createEventQueue<Waiting>(maxRows)
  let isWriting = false

  async function store(batch: readonly Waiting[]) {
    const rows = batch.flatMap((one) => one.rows)
    const days = [...new Set(rows.map(({ at }) => dayOf(at)))].filter((day) => !partitioned.has(day))
    if (days.length > 0) {
      await createPartitions(sql(), days)
      for (const day of days) partitioned.add(day)
    }
    onCounted(await addEventCounts(sql(), insertionOf(rows), countsOf(batch)))
  }

  async function settle(batch: Waiting[]) {
    try {
      await store(batch)
      for (const { resolve } of batch) resolve()
    } catch (error) {
      // A row that the database refuses must not take the others of its statement with it.
      if (batch.length > 1) for (const one of batch) await settle([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  async function writeAll() {
    if (isWriting) return
    isWriting = true
    // Requests that arrive together are decided in one turn of the event loop: their events go into one statement.
    await setImmediate()
    while (!waiting.isEmpty()) await settle(waiting.take(maxOfStatement))
    isWriting = false
  }

  return {
    async write(events) {
      if (events.rows.length === 0) return
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const tooMany = () => unavailable('Too many events are being stored: try again.', 2)
      for (const one of waiting.add({ ...events, resolve, reject })) one.reject(tooMany())
      void writeAll()
      await promise
    },
  }
}

const insertionOf = (rows: readonly EventRow[]) => raw`
  insert into site_event (${columns})
  select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as event (${typedColumns})`

/** Counts the events of requests by site and day, and those of each sender by the day on which they came first. */
function countsOf(batch: readonly Waiting[]): EventCounts {
  const days = new Map<string, EventCounts['days'][number]>()
  const senders = new Map<string, EventCounts['senders'][number]>()
  for (const { rows, senders: those = [] } of batch) {
    for (const { site_id, at } of rows) {
      const day = dayOf(at)
      const { events, by_visitors } = days.get(`${site_id} ${day}`) ?? { events: 0, by_visitors: 0 }
      const isVisitor = those.length > 0 ? 1 : 0
      days.set(`${site_id} ${day}`, { site_id, day, events: events + 1, by_visitors: by_visitors + isVisitor })
    }
    const [first] = rows
    for (const { hash } of first ? those : []) {
      const { day = dayOf(first?.at ?? new Date()), events = 0 } = senders.get(hash) ?? {}
      senders.set(hash, { sender: hash, day, events: events + rows.length })
    }
  }
  return { days: [...days.values()], senders: [...senders.values()] }
}
