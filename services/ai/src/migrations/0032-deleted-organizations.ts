import { Migration } from '@mikro-orm/migrations'
import { deletedOrganizationTable } from '@quire/access'

/** Deleted organizations, and what has to be found of one. */
export class Ai0032 extends Migration {
  override up(): void {
    this.addSql(deletedOrganizationTable)
  }
}
