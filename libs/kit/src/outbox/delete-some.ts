import { type RawBuilder, sql as raw } from 'kysely'
import type { Step } from './job-steps.ts'

/** A statement that deletes at most `limit` rows of a table; `key` identifies a row. */
export function deleteSome(limit: number, table: string, which: RawBuilder<unknown>, key = 'id'): RawBuilder<unknown> {
  const [from, by] = [raw.table(table), raw.ref(key)]
  return raw`delete from ${from} where ${by} = any(array(select ${by} from ${from} where ${which} limit ${limit}))`
}

/** Deletes rows by a statement that deletes at most `limit` of them, in one small transaction after another. */
export async function deleteInSteps<Tables>(
  step: Step<Tables>,
  limit: number,
  deletion: (limit: number) => RawBuilder<unknown>,
): Promise<void> {
  const remove = () => step(({ sql }) => deletion(limit).execute(sql))
  while ((await remove()).numAffectedRows === BigInt(limit));
}
