import { Migration } from '@mikro-orm/migrations'
import { mergeLeases } from '@quire/search'

/** Leases of merges of search segments, apart from the time that a merge is due. */
export class Content0036 extends Migration {
  override up(): void {
    for (const statement of mergeLeases) this.addSql(statement)
  }
}
