import { Migration } from '@mikro-orm/migrations'
import { deletedCollections } from '@quire/access'

/** Adds the deletion of collections, which access queries read. */
export class Sites0002 extends Migration {
  override up(): void {
    for (const statement of deletedCollections) this.addSql(statement)
  }
}
