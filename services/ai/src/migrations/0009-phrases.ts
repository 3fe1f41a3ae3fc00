import { Migration } from '@mikro-orm/migrations'

/** Phrases that the pages of each space equate (docs/adr/0018). Every space is indexed again. */
export class Ai0009 extends Migration {
  override up(): void {
    this.addSql(`
      create table phrase (
        space_id text not null,
        page_id text not null,
        organization_id text not null,
        key text not null,
        kind text not null,
        means text not null,
        target text not null,
        section text not null
      )`)
    this.addSql('create index phrase_page on phrase (space_id, page_id)')
    this.addSql('create index phrase_key on phrase (organization_id, key)')
    this.addSql(`
      update search_space set revision = null, target = null, target_version = null, after_page = null,
        attempts = 0, error = null, try_at = null, wanted_at = now()
      where wanted is not null`)
  }
}
