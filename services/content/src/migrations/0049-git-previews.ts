import { Migration } from '@mikro-orm/migrations'

/** Pauses synchronizations, and creates the previews of pull requests. */
export class Content0049 extends Migration {
  override up(): void {
    this.addSql(`alter table git_sync
      add column paused_at timestamptz, add column previews boolean not null default false`)
    this.addSql(`create table git_preview (
      id text primary key, space_id text not null, number int not null, source_ref text not null,
      key text not null, key_hash text not null, state text not null,
      wishes int not null default 1, seen int not null default 0,
      head text, run_id text, revision text, reason text, problems int not null default 0,
      wanted text, reported text, report_attempts int not null default 0, report_error text,
      account text not null, origin text not null, next_at timestamptz not null, ends_at timestamptz not null,
      created_at timestamptz not null, updated_at timestamptz not null,
      claim text, claimed_until timestamptz, attempts int not null default 0)`)
    this.addSql('create unique index git_preview_number on git_preview (space_id, number)')
    this.addSql('create unique index git_preview_key on git_preview (key_hash)')
    this.addSql('create index git_preview_turn on git_preview (origin, account, id)')
  }
}
