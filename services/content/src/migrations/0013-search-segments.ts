import { Migration } from '@mikro-orm/migrations'
import { searchTables } from '@quire/search'

/** Search reads segments; each text keeps its sections as search shows them (docs/adr/0047). */
export class Content0013 extends Migration {
  override up(): void {
    for (const statement of searchTables) this.addSql(statement)
    this.addSql('alter table document add column sections jsonb')
    this.addSql('drop table page_index_due, page_index')
    // The job looks at the spaces that changed lately.
    this.addSql('create index space_updated on space (updated_at) where deleted_at is null')
  }
}
