import { Migration } from '@mikro-orm/migrations'

/** The hash of the empty map, as a constant, because a migration never changes its meaning. */
const emptyMap = 'ZPMmQA_VfA9_NenhZNPwqCMG76eTWsSZygep-pKPV3Q'

/** Reusable contents; existing revisions have none. */
export class Content0005 extends Migration {
  override up(): void {
    this.addSql(`alter table revision add column reusables text not null default '${emptyMap}'`)
    this.addSql('alter table revision alter column reusables drop default')
  }
}
