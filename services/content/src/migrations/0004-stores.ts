import { Migration } from '@mikro-orm/migrations'

/** Stores of content that can be removed separately; existing content shares the nameless store. */
export class Content0004 extends Migration {
  override up(): void {
    for (const table of ['tree_node', 'document', 'revision', 'space']) {
      this.addSql(`alter table ${table} add column store text not null default ''`)
      this.addSql(`alter table ${table} alter column store drop default`)
    }
    for (const table of ['tree_node', 'document']) {
      this.addSql(`alter table ${table} drop constraint ${table}_pkey`)
      this.addSql(`alter table ${table} add primary key (store, hash)`)
    }
    this.addSql('create index revision_store on revision (store)')
    this.addSql('create index space_deleted on space (deleted_at) where deleted_at is not null')
    // Spaces that are being removed for good; the store is swept once the space is removed.
    this.addSql(`
      create table purge (
        space_id text primary key,
        store text not null,
        began_at timestamptz not null
      )`)
  }
}
