import { Migration } from '@mikro-orm/migrations'
import { deletedOrganizationTable } from '@quire/access'

/** Deleted organizations, and the organizations of spaces that are removed for good. */
export class Content0055 extends Migration {
  override up(): void {
    this.addSql(deletedOrganizationTable)
    this.addSql('alter table purge add column organization_id text')
  }
}
