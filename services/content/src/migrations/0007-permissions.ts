import { Migration } from '@mikro-orm/migrations'
import { peopleIndexes } from '@quire/access'

/** Lists of who may see a space or collection, and of their teams with what the caller may do with each. */
export class Content0007 extends Migration {
  override up(): void {
    for (const statement of peopleIndexes) this.addSql(statement)
    this.addSql(`alter table team_member add column role text not null default 'member'`)
    // The roles of those who are in teams already: without a position all owners repeat what they have, and what was
    // known of these counts as older.
    this.addSql(`update projected set version = version - 1 where noun = 'identity.team-member' and not removed`)
    this.addSql('delete from projector_position')
  }
}
