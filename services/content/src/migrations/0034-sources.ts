import { Migration } from '@mikro-orm/migrations'

/** The hash of the empty map, as a constant, because a migration never changes its meaning. */
const emptyMap = 'ZPMmQA_VfA9_NenhZNPwqCMG76eTWsSZygep-pKPV3Q'

/** The configuration and table of contents of imported sources; existing revisions have none. */
export class Content0034 extends Migration {
  override up(): void {
    // The default stays, because a replica of the earlier version writes revisions without the column.
    this.addSql(`alter table revision add column sources text not null default '${emptyMap}'`)
  }
}
