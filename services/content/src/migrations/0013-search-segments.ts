import { Migration } from '@mikro-orm/migrations'
import { searchTables } from '@quire/search'

/** Tables of search segments; each document stores the sections that search presents (docs/adr/0015). */
export class Content0013 extends Migration {
  override up(): void {
    for (const statement of searchTables) this.addSql(statement)
    this.addSql('alter table document add column sections jsonb')
    this.addSql('drop table page_index_due, page_index')
    // For the job, which looks up recently changed spaces.
    this.addSql('create index space_updated on space (updated_at) where deleted_at is null')
  }
}
