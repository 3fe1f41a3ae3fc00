import { Migration } from '@mikro-orm/migrations'

/** Embeddings of sections, and the queue of spaces whose sections wait for theirs (docs/adr/0020). */
export class Ai0010 extends Migration {
  override up(): void {
    this.addSql('alter table page add column embedded_by text, add column section_keys bytea[]')
    this.addSql(
      'create index page_section_keys on page using gin (section_keys) with (fastupdate = off) where section_keys is not null',
    )
    this.addSql(`
      create table section_vector (
        key bytea primary key,
        organization_id text not null,
        model text not null,
        vector bytea not null,
        unused_at timestamptz
      )`)
    this.addSql('create index section_vector_unused on section_vector (unused_at) where unused_at is not null')
    this.addSql(`
      create table embedding_space (
        id text primary key,
        space_id text not null unique,
        changes int not null default 0,
        waits boolean not null default true,
        claim text,
        claimed_until timestamptz,
        attempts int not null default 0
      )`)
    this.addSql('create index embedding_space_waiting on embedding_space (id) where waits')
    this.addSql('create table embedding_model (is_current boolean primary key check (is_current), model text not null)')
    this.addSql('insert into embedding_space (id, space_id) select space_id, space_id from search_space')
  }
}
