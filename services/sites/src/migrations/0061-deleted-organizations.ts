import { Migration } from '@mikro-orm/migrations'
import { deletedOrganizationTable } from '@quire/access'

/** Deleted organizations, whose sites have no visitors. */
export class Sites0061 extends Migration {
  override up(): void {
    this.addSql(deletedOrganizationTable)
  }
}
