import { Migration } from '@mikro-orm/migrations'
import { retainedAuditEvents } from '@quire/kit'

/** The audit events of this service, which identity lists. */
export class Sites0060 extends Migration {
  override up(): void {
    for (const statement of retainedAuditEvents) this.addSql(statement)
  }
}
