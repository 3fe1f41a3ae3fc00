import { openDatabase } from '@quire/kit'
import type { Sql } from '../../src/database.ts'
import type { World } from '../world.ts'

/** Opens the database of the service with one connection: whoever holds it leaves none to others. */
export async function oneConnection({ test }: World) {
  const { DATABASE_URL } = test.service.foundation.config
  const { em, close } = await openDatabase({ DATABASE_URL, DATABASE_POOL: 1 }, { entities: [] })
  return { sql: em.getConnection().getClient() as unknown as Sql, close }
}
