import { filesNamedIn } from '@quire/backup'
import type pg from 'pg'

/** A file that a row of content names. */
export interface NamedFile {
  blob: string
}

const rowsAtOnce = 5000

/** The files that the rows of a store name, in the order of their names, each once. */
interface References extends AsyncDisposable {
  next(): Promise<NamedFile | undefined>
}

/**
 * Collects the names of a store in a temporary table, in one statement, and reads them in parts: a cursor would keep its
 * transaction open, and vacuum from cleaning, for as long as the files are read.
 */
export async function referencesOf(client: pg.Client, store: string): Promise<References> {
  await client.query('create temp table named_file (blob text primary key)')
  await client.query(`insert into named_file ${filesNamedIn('$1')}`, [store])
  let read: NamedFile[] = []
  let last = ''
  return {
    async next() {
      if (read.length === 0) {
        const { rows } = await client.query<NamedFile>(
          'select blob from named_file where blob > $1 order by blob limit $2',
          [last, rowsAtOnce],
        )
        read = rows.reverse()
        last = read[0]?.blob ?? last
      }
      return read.pop()
    },
    [Symbol.asyncDispose]: async () => void (await client.query('drop table named_file')),
  }
}
