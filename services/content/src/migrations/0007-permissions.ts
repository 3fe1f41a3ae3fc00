import { Migration } from '@mikro-orm/migrations'
import { peopleIndexes } from '@quire/access'

/** Indexes for the lists of people with access to a space or collection, and roles in teams. */
export class Content0007 extends Migration {
  override up(): void {
    for (const statement of peopleIndexes) this.addSql(statement)
    this.addSql(`alter table team_member add column role text not null default 'member'`)
    // Fills in the roles of existing team members: without a position their owner repeats all events, and the lowered
    // versions let the repeated ones apply.
    this.addSql(`update projected set version = version - 1 where noun = 'identity.team-member' and not removed`)
    this.addSql('delete from projector_position')
  }
}
