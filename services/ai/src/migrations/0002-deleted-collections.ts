import { Migration } from '@mikro-orm/migrations'
import { deletedCollections } from '@quire/access'

/** Columns of collections that the access queries need. */
export class Ai0002 extends Migration {
  override up(): void {
    for (const statement of deletedCollections) this.addSql(statement)
  }
}
