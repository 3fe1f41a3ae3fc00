import { Migration } from '@mikro-orm/migrations'

/** Creates the glossary, translations of spaces, and the counts of words that bound their cost. */
export class Content0045 extends Migration {
  override up(): void {
    this.addSql(`
      create table glossary_entry (
        id text primary key,
        organization_id text not null,
        translations jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql('create index glossary_entry_organization on glossary_entry (organization_id, id)')
    this.addSql(`
      create table translation (
        id text primary key,
        organization_id text not null,
        source_space text not null references space on delete cascade,
        source_language text not null,
        language text not null,
        instructions text not null,
        result_space text not null references space on delete cascade,
        done_revision text,
        result_revision text,
        requests integer not null default 0,
        made_with text,
        created_by text not null,
        account text not null,
        origin text not null,
        runs integer not null default 0,
        total_words integer not null default 0,
        total_ms bigint not null default 0,
        latest_ms integer not null default 0,
        latest_pages integer not null default 0,
        latest_words integer not null default 0,
        run_words integer not null default 0,
        run_pages integer not null default 0,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        claim text,
        claimed_until timestamptz,
        attempts integer not null default 0
      )`)
    this.addSql('create index translation_organization on translation (organization_id, id)')
    this.addSql('create index translation_turn on translation (origin, account, id)')
    this.addSql('create index translation_source on translation (source_space)')
    this.addSql('create unique index translation_result on translation (result_space)')
    this.addSql(`
      create table translation_text (
        translation_id text not null references translation on delete cascade,
        item_id text not null,
        done_key text,
        ready_key text,
        title text,
        description text,
        markdown text,
        primary key (translation_id, item_id)
      )`)
    this.addSql(`
      create table translation_usage (
        organization_id text not null,
        day date not null,
        words integer not null,
        primary key (organization_id, day)
      )`)
  }
}
