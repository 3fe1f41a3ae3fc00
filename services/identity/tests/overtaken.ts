import type { ServiceTest } from '@quire/world/service-test'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../src/database.ts'
import { sqlOf } from './support.ts'

/**
 * Makes `change` in a transaction, begins `request`, and commits once the request waits for the change's locks. By
 * then the request has read the old state. Throws if the request does not wait.
 */
export async function overtaken<Result>(
  identity: ServiceTest,
  change: (sql: Kysely<Tables>) => Promise<unknown>,
  request: () => Promise<Result>,
): Promise<Result> {
  const begun = await sqlOf(identity)
    .transaction()
    .execute(async (sql) => {
      await change(sql)
      const answer = request()
      await somebodyWaits(sql)
      return { answer }
    })
  return begun.answer
}

/** Resolves once another connection waits for this one. */
async function somebodyWaits(sql: Kysely<Tables>): Promise<void> {
  await raw`
    do $$
    begin
      for attempt in 1..1000 loop
        perform pg_stat_clear_snapshot();
        if exists (select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))) then
          return;
        end if;
        perform pg_sleep(0.005);
      end loop;
      raise exception 'nobody waits for this transaction';
    end $$`.execute(sql)
}
