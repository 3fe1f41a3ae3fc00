import { Migration } from '@mikro-orm/migrations'
import { askForAllStates } from '@quire/kit'

/**
 * The accounts that indexing counts for, so that they take turns. Identity is asked to repeat its states, which now name
 * the accounts that made organizations.
 */
export class Ai0013 extends Migration {
  override up(): void {
    this.addSql(`alter table search_space
      add column account text not null default '', add column origin text not null default ''`)
    this.addSql(
      `update search_space set account = 'organization ' || organization_id, origin = 'organization ' || organization_id`,
    )
    this.addSql('drop index search_space_due')
    this.addSql(
      'create index search_space_turn on search_space (origin, account, try_at nulls first, space_id) where pending',
    )
    this.addSql(askForAllStates)
  }
}
