import { Migration } from '@mikro-orm/migrations'

/**
 * A queue of spaces that resumes a space where it stopped and skips one that fails. Pages are read again in their new
 * shape.
 */
export class Ai0003 extends Migration {
  override up(): void {
    this.addSql('truncate page')
    this.addSql('alter table page add column revision text not null')
    // The key by which a search names a page.
    this.addSql(`create unique index page_key on page ((space_id || '/' || id))`)
    this.addSql('drop index indexed_space_pending')
    this.addSql(`
      alter table indexed_space
        alter column wanted drop not null,
        add column wanted_version bigint not null default 0,
        add column indexed_version bigint not null default -1,
        add column target text,
        add column target_version bigint,
        add column after_page text,
        add column attempts int not null default 0,
        add column try_at timestamptz not null default now(),
        add column parked_at timestamptz,
        add column error text,
        add column pending boolean not null
          generated always as (wanted is null or indexed is distinct from wanted) stored`)
    this.addSql('update indexed_space set indexed = null')
    this.addSql(
      'create index indexed_space_due on indexed_space (try_at, space_id) where pending and parked_at is null',
    )
    this.addSql(
      'create index indexed_space_pending on indexed_space (organization_id, space_id) where pending and parked_at is null',
    )
    this.addSql('create index indexed_space_parked on indexed_space (parked_at) where parked_at is not null')
  }
}
