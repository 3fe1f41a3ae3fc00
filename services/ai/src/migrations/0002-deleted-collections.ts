import { Migration } from '@mikro-orm/migrations'
import { deletedCollections } from '@quire/access'

/** What the queries on access ask of collections. */
export class Ai0002 extends Migration {
  override up(): void {
    for (const statement of deletedCollections) this.addSql(statement)
  }
}
