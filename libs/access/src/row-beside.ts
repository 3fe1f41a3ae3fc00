import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** What is read of a space in the statement that decides access to it: one way to the database for both. */
export interface RowBeside<Row> {
  /** Columns by the names that the row has; the space is `asked`. */
  columns: RawBuilder<Row>
  /** What else they are taken from: joins that neither leave the space out nor repeat it. */
  joins: RawBuilder<unknown>
}

/** For those who only ask whether. */
export const nothingBeside: RowBeside<unknown> = { columns: sql`null as nothing`, joins: sql`` }

/** The row by itself, for a caller whose access is not a member's. */
export async function rowAlone<Row>(db: QueryExecutorProvider, id: string, { columns, joins }: RowBeside<Row>) {
  const { rows } = await sql<Row>`select ${columns} from space asked ${joins} where asked.id = ${id}`.execute(db)
  return rows[0]
}
