import { Migration } from '@mikro-orm/migrations'
import { searchTables } from '@quire/search'

/** Search reads segments; each text keeps its sections as search shows them (docs/adr/0047). */
export class Content0013 extends Migration {
  override up(): void {
    for (const statement of searchTables) this.addSql(statement)
    this.addSql('alter table document add column sections jsonb')
    this.addSql('drop table page_index_due, page_index')
  }
}
