import { CompiledQuery, type Kysely, type KyselyPlugin, type QueryId, sql as raw } from 'kysely'

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/**
 * Counts the pages of the database (8 kB each) that the statements of `work` touch, each with the generic plan, which
 * PostgreSQL makes without looking at the parameters.
 */
export async function touched<Tables>(sql: Kysely<Tables>, work: (sql: Kysely<Tables>) => Promise<unknown>) {
  const { plugin, executed } = listener(sql)
  await work(sql.withPlugin(plugin))
  let pages = 0
  for (const statement of executed) pages += await pagesOf(sql, statement)
  return pages
}

/** Records each executed query. A query inside another is compiled too, but has no result. */
function listener<Tables>(sql: Kysely<Tables>) {
  const executed: CompiledQuery[] = []
  const compiled = new Map<QueryId, CompiledQuery>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      compiled.set(queryId, sql.getExecutor().compileQuery(node, queryId))
      return node
    },
    async transformResult({ queryId, result }) {
      const statement = compiled.get(queryId)
      if (statement) executed.push(statement)
      return result
    },
  }
  return { plugin, executed }
}

function pagesOf<Tables>(sql: Kysely<Tables>, { sql: text, parameters }: CompiledQuery): Promise<number> {
  return sql.connection().execute(async (connection) => {
    await raw`set plan_cache_mode = force_generic_plan`.execute(connection)
    await connection.executeQuery(CompiledQuery.raw(`prepare touching as ${text}`))
    const values = parameters.length > 0 ? raw`(${raw.join(parameters.map(literal))})` : raw``
    const { rows } = await raw<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
      explain (analyze, buffers, format json) execute touching ${values}`.execute(connection)
    await raw`deallocate touching`.execute(connection)
    await raw`reset plan_cache_mode`.execute(connection)
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (!plan) throw new Error('no plan')
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  })
}

/** A parameter as a literal, because `execute` takes no parameters. */
const literal = (value: unknown) => raw.lit(Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value)
