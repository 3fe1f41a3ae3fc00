import { Migration } from '@mikro-orm/migrations'

/** Names the authors of imported commits, and finds the revision that changed a page by its time. */
export class Content0048 extends Migration {
  override up(): void {
    this.addSql('alter table revision add column author text')
    // Live revisions have such an index already.
    this.addSql(`
      create index revision_of_branch on revision (space_id, created_at) where change_request_id is not null`)
  }
}
