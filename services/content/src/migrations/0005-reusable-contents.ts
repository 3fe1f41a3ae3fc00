import { Migration } from '@mikro-orm/migrations'

/** The map without keys, as 0001 stores it; written out, because a migration means the same for ever. */
const emptyMap = 'ZPMmQA_VfA9_NenhZNPwqCMG76eTWsSZygep-pKPV3Q'

/** Reusable contents, of which a revision from before has none. */
export class Content0005 extends Migration {
  override up(): void {
    this.addSql(`alter table revision add column reusables text not null default '${emptyMap}'`)
    this.addSql('alter table revision alter column reusables drop default')
  }
}
