import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** Data of a space that the statement that decides access to it reads too: one round trip to the database for both. */
export interface RowBeside<Row> {
  /** Columns, with the names of the row's properties; the space's alias is `asked`. */
  columns: RawBuilder<Row>
  /** Joins that the columns need; they must neither drop nor repeat the space. */
  joins: RawBuilder<unknown>
}

/** Reads nothing besides the access. */
export const nothingBeside: RowBeside<unknown> = { columns: sql`null as nothing`, joins: sql`` }

/** Reads the row alone, for a caller who is not a member. */
export async function rowAlone<Row>(db: QueryExecutorProvider, id: string, { columns, joins }: RowBeside<Row>) {
  const { rows } = await sql<Row>`select ${columns} from space asked ${joins} where asked.id = ${id}`.execute(db)
  return rows[0]
}
