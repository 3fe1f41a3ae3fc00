import pg from 'pg'
import { isStalePlan } from './stale-plan.ts'

/** Statements beyond these are planned each time: a connection keeps all that it has prepared. */
const mostStatements = 500
/** Long lists of values make statements that rarely come again. */
const longestStatement = 16_384

/**
 * A client class for one database that prepares each statement with parameters on its first use and runs it by name
 * from then on: most of ours take PostgreSQL longer to parse and plan than to run.
 */
export function preparingClient(): typeof pg.Client {
  const names = new Map<string, string>()
  let given = 0

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= mostStatements || text.length > longestStatement) return undefined
    given += 1
    const name = `q${given}`
    names.set(text, name)
    return name
  }

  return class PreparingClient extends pg.Client {
    override query(...args: unknown[]): never {
      const [text, values, ...rest] = args
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
      if (name === undefined) return Reflect.apply(super.query, this, args) as never
      const result: unknown = Reflect.apply(super.query, this, [{ name, text, values }, ...rest])
      if (!(result instanceof Promise)) return result as never
      return result.catch((error) => {
        if (isStalePlan(error)) names.clear()
        throw error
      }) as never
    }
  }
}
