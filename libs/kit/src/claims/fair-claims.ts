import { type Kysely, type RawBuilder, sql as raw } from 'kysely'
import { LRUCache } from 'lru-cache'
import { lruOptions } from '../lru-options.ts'
import { type ClaimedRow, type Claims, claimsOf } from './row-claims.ts'

/** A claimed row with the account that its work counts for. */
export interface FairRow extends ClaimedRow {
  /** Equal for accounts that were created at the same address. */
  origin: string
  account: string
}

interface FairTerms {
  // biome-ignore lint/suspicious/noExplicitAny: the table is any that has the columns
  sql: () => Kysely<any>
  /** An index on origin, account and id serves its waiting rows. */
  table: string
  /** As in `claimsOf`. */
  waiting: RawBuilder<unknown>
  /** Rows of one origin, and of one account, that one process works on at a time. */
  maxOfEach: number
  /** Further columns of which each value is bounded alike; few rows have the same value. */
  bounds?: readonly string[]
  /** Values of these columns that stand for no single receiver of the work, so that no bound holds for them. */
  unbounded?: readonly string[]
}

/**
 * Lets origins take turns, in an origin its accounts, and in an account its oldest rows. A claim reads one row of the
 * index for each turn, however many wait.
 */
export function fairClaims<Row extends FairRow>({
  sql,
  table,
  waiting,
  maxOfEach,
  bounds = [],
  unbounded = [],
}: FairTerms): Claims<Row> {
  const turns = createTurns({ sql, table })
  return {
    ...claimsOf<Row>({ sql, table, waiting }),
    take(busy = []) {
      const fullOf = (column: string) => {
        const held = Map.groupBy(busy, (row) => String((row as Record<string, unknown>)[column]))
        return new Set([...held].filter(([, some]) => some.length >= maxOfEach).map(([value]) => value))
      }
      const isFree = [
        waiting,
        raw`(claimed_until is null or claimed_until <= now())`,
        ...bounds.map((column) => {
          const full = [...fullOf(column)].filter((value) => !unbounded.includes(value))
          return raw`${raw.ref(column)} <> all(${full}::text[])`
        }),
      ]
      return turns.take({
        free: raw`${raw.join(isFree, raw` and `)}`,
        fullOrigins: fullOf('origin'),
        fullAccounts: fullOf('account'),
        take: (waiting) => claimsOf<Row>({ sql, table, waiting }).take(),
      })
    },
  }
}

/** Accounts by origin whose turn is remembered; a forgotten one begins with its first account. */
const maxAccountBytes = 1_000_000
const accountBytes = 100

interface Turn<Row> {
  /** The condition of rows that may be taken; an index of them begins with origin and account. */
  free: RawBuilder<unknown>
  /** Passed over here, since a condition would read all of their rows. */
  fullOrigins?: ReadonlySet<string>
  fullAccounts?: ReadonlySet<string>
  /** Takes a row of one account; undefined if another process took the only one meanwhile. */
  take: (waiting: RawBuilder<unknown>) => Promise<Row | undefined>
}

const none: ReadonlySet<string> = new Set()

/** Creates the turns of one process on the rows of a table, which has the columns of a `FairRow`. */
export function createTurns({ sql, table }: Pick<FairTerms, 'sql' | 'table'>) {
  const rows = raw.table(table)
  const lastAccounts = new LRUCache<string, string>(lruOptions(maxAccountBytes, accountBytes))
  let lastOrigin = ''

  /** Returns the first value of a column after the given one, else the first of all; undefined if no row is free. */
  async function next(column: 'origin' | 'account', after: string, free: RawBuilder<unknown>) {
    const name = raw.ref(column)
    const found = await raw<{ value: string }>`
      (select ${name} as value from ${rows} where ${free} and ${name} > ${after} order by ${name} limit 1)
      union all (select ${name} from ${rows} where ${free} and ${name} <= ${after} order by ${name} limit 1)
      limit 1`.execute(sql())
    return found.rows[0]?.value
  }

  /** Takes a row of the account of an origin whose turn it is. */
  async function takeIn<Row>(origin: string, { free, fullAccounts = none, take }: Turn<Row>): Promise<Row | undefined> {
    const inOrigin = raw`${free} and origin = ${origin}`
    const passed = new Set<string>()
    let last = lastAccounts.get(origin) ?? ''
    for (;;) {
      const account = await next('account', last, inOrigin)
      if (account === undefined || passed.has(account)) return undefined
      passed.add(account)
      last = account
      const row = fullAccounts.has(account) ? undefined : await take(raw`${inOrigin} and account = ${account}`)
      if (!row) continue
      lastAccounts.set(origin, account)
      return row
    }
  }

  return {
    /** Takes a row of the next origin and account that have one; undefined if none is free. */
    async take<Row>(turn: Turn<Row>): Promise<Row | undefined> {
      const passed = new Set<string>()
      for (;;) {
        const origin = await next('origin', lastOrigin, turn.free)
        if (origin === undefined || passed.has(origin)) return undefined
        passed.add(origin)
        lastOrigin = origin
        const row = turn.fullOrigins?.has(origin) ? undefined : await takeIn(origin, turn)
        if (row) return row
      }
    },
  }
}
