import { Migration } from '@mikro-orm/migrations'
import { searchTables } from '@quire/search'

/** Questions search segments, as content does (docs/adr/0015). Every space is indexed again. */
export class Ai0005 extends Migration {
  override up(): void {
    for (const statement of searchTables) this.addSql(statement)
    this.addSql(`
      alter table search_space
        add column language text,
        add column wanted text,
        add column wanted_version bigint not null default 0,
        add column wanted_at timestamptz not null default now(),
        add column indexed_version bigint not null default -1,
        add column target_version bigint,
        add column pending boolean not null
          generated always as (wanted is null or revision is distinct from wanted or target is not null) stored`)
    this.addSql('create index search_space_due on search_space (try_at nulls first, space_id) where pending')
    this.addSql('create index search_space_pending on search_space (organization_id, space_id) where pending')
    this.addSql(`
      insert into search_space (space_id, organization_id, wanted, wanted_version)
      select space_id, organization_id, wanted, wanted_version from indexed_space`)
    this.addSql('drop table indexed_space')
    // Fetches the languages of existing spaces: without a position all owners send their state again, and the lower
    // version makes the known state of these spaces older than that.
    this.addSql(`update projected set version = version - 1 where noun = 'content.space' and not removed`)
    this.addSql('delete from projector_position')
    this.addSql('truncate page')
    this.addSql('drop index page_key')
    this.addSql('alter table page drop column vector')
  }
}
