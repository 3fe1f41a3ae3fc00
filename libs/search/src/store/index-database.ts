import type { QueryExecutorProvider } from 'kysely'

/** The database with the tables of an index: a service's Kysely, which may have other tables too. */
export interface IndexDatabase extends QueryExecutorProvider {
  transaction(): { execute<Result>(work: (db: QueryExecutorProvider) => Promise<Result>): Promise<Result> }
}
