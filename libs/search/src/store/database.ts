import type { QueryExecutorProvider } from 'kysely'

/** Where the tables of an index are: a service's Kysely, whatever other tables it knows. */
export interface IndexDatabase extends QueryExecutorProvider {
  transaction(): { execute<Result>(work: (db: QueryExecutorProvider) => Promise<Result>): Promise<Result> }
}
