import type { Compilable, CompiledQuery, QueryExecutorProvider, RawBuilder } from 'kysely'
import { sql as raw } from 'kysely'

/** Stands in a compiled statement for a value that each run gives. */
class Hole {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Holes<Input> = { [Name in keyof Input]: RawBuilder<Input[Name]> }

/** A statement that runs with values of its own each time; answers its rows. */
export type Statement<Input, Row> = (db: QueryExecutorProvider, input: Input) => Promise<Row[]>

/**
 * A statement that is compiled on its first run and kept: Kysely takes 10 to 60 µs for one, every time. `build` is
 * given what stands for each value, and must not depend on anything else that changes.
 */
export function statement<Input, Row>(
  build: (holes: Holes<Input>, db: QueryExecutorProvider) => Compilable<Row> | RawBuilder<Row>,
): Statement<Input, Row> {
  let compiled: CompiledQuery<Row> | undefined
  const holes = new Proxy({} as Holes<Input>, { get: (_, name) => raw`${new Hole(String(name))}` })
  return async (db, input) => {
    const executor = db.getExecutor()
    compiled ??= compile(build(holes, db), db)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Hole ? input[value.name as keyof Input] : value,
    )
    const { rows } = await executor.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

const compile = <Row>(built: Compilable<Row> | RawBuilder<Row>, db: QueryExecutorProvider): CompiledQuery<Row> =>
  'isRawBuilder' in built ? built.compile(db) : built.compile()
