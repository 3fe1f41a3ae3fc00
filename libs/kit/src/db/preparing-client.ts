import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { isStalePlan } from './outage.ts'

/** The number of prepared statements of a connection: the ones that it used last. */
const maxStatements = 500
/** Upper bound on the texts that a connection holds for them. */
const maxStatementBytes = 500_000
/** Longer statements rarely repeat. */
const maxStatementLength = 16_384

/** The driver's record of the statements that are prepared on a connection; its types leave that out. */
interface PreparedStatements {
  connection: {
    parsedStatements: Record<string, string>
    close(statement: { type: 'S'; name: string }): void
  }
}

/**
 * Returns a client class for one database that prepares each statement with parameters on its first use and runs it by
 * name from then on: PostgreSQL takes longer to parse and plan most of ours than to run them. Each connection keeps the
 * statements prepared that it used last, so statements that run once do not evict the others.
 */
export function preparingClient(): typeof pg.Client {
  let names = 0
  /** Increases when a migration made plans stale: every connection then prepares its statements again. */
  let generation = 0

  return class PreparingClient extends pg.Client {
    #generation = generation
    readonly #names = new LRUCache<string, string>({
      max: maxStatements,
      maxSize: maxStatementBytes,
      sizeCalculation: (_, text) => 100 + text.length,
      dispose: (name) => this.#deallocate(name),
    })

    override query(...args: unknown[]): never {
      const [text, values, ...rest] = args
      const name =
        typeof text === 'string' && Array.isArray(values) && values.length > 0 ? this.#nameOf(text) : undefined
      if (name === undefined) return Reflect.apply(super.query, this, args) as never
      const result: unknown = Reflect.apply(super.query, this, [{ name, text, values }, ...rest])
      if (!(result instanceof Promise)) return result as never
      return result.catch((error) => {
        if (isStalePlan(error)) generation += 1
        throw error
      }) as never
    }

    #nameOf(text: string): string | undefined {
      if (text.length > maxStatementLength) return undefined
      if (this.#generation !== generation) {
        this.#generation = generation
        this.#names.clear()
      }
      const known = this.#names.get(text)
      if (known !== undefined) return known
      names += 1
      const name = `q${names}`
      this.#names.set(text, name)
      return name
    }

    /**
     * Costs no round trip: the message goes out before the next statement's, and works in a failed transaction too.
     */
    #deallocate(name: string): void {
      const { connection } = this as unknown as PreparedStatements
      delete connection.parsedStatements[name]
      connection.close({ type: 'S', name })
    }
  }
}
