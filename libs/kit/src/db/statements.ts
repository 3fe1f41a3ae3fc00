import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { isStalePlan } from './stale-plan.ts'

/** What a connection keeps prepared: the statements it used last. */
const mostStatements = 500
/** Long texts rarely come again. */
const longestStatement = 16_384

/** What the driver knows to be prepared on a connection; its types leave this out. */
interface PreparedStatements {
  connection: {
    parsedStatements: Record<string, string>
    close(statement: { type: 'S'; name: string }): void
  }
}

/**
 * A client class for one database that prepares each statement with parameters on its first use and runs it by name
 * from then on: most of ours take PostgreSQL longer to parse and plan than to run. Each connection keeps the statements
 * that it used last, so statements that come once do not push out the others.
 */
export function preparingClient(): typeof pg.Client {
  let given = 0
  /** Rises where a migration made plans stale; what was prepared before is prepared anew on every connection. */
  let generation = 0

  return class PreparingClient extends pg.Client {
    #generation = generation
    readonly #names = new LRUCache<string, string>({
      max: mostStatements,
      dispose: (name) => this.#forget(name),
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
      if (text.length > longestStatement) return undefined
      if (this.#generation !== generation) {
        this.#generation = generation
        this.#names.clear()
      }
      const known = this.#names.get(text)
      if (known !== undefined) return known
      given += 1
      const name = `q${given}`
      this.#names.set(text, name)
      return name
    }

    /**
     * Costs no round trip: the message goes out before the next statement's, and is good in a failed transaction too.
     */
    #forget(name: string): void {
      const { connection } = this as unknown as PreparedStatements
      delete connection.parsedStatements[name]
      connection.close({ type: 'S', name })
    }
  }
}
