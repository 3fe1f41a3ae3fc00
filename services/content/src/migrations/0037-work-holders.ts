import { Migration } from '@mikro-orm/migrations'
import { askForAllStates } from '@quire/kit'

const columns = `add column account text not null default '', add column origin text not null default ''`

/**
 * The accounts that work counts for. Rows of processes without these columns share one turn. Identity is asked to repeat
 * its states, which now have the origins of accounts and the accounts that made organizations.
 */
export class Content0037 extends Migration {
  override up(): void {
    this.addSql('alter table person add column origin text')
    this.runs()
    this.specifications()
    this.addSql(`alter table upload ${columns}`)
    this.addSql('update upload set account = user_id, origin = user_id')
    this.addSql('create index upload_of_account on upload (account)')
    this.addSql('create index upload_of_origin on upload (origin)')
    this.addSql(askForAllStates)
  }

  private runs(): void {
    const underWay = `status in ('pending', 'in-progress')`
    this.addSql(`alter table import_run ${columns}`)
    this.addSql(`update import_run set account = user_id, origin = user_id where ${underWay}`)
    this.addSql('drop index import_run_waiting')
    this.addSql(`create index import_run_turn on import_run (origin, account, id) where ${underWay}`)
    this.addSql(`create index import_run_of_account on import_run (account) where ${underWay}`)
  }

  private specifications(): void {
    this.addSql(`alter table openapi_spec ${columns}, add column is_due boolean not null default false`)
    this.addSql(
      `update openapi_spec set account = 'organization ' || organization_id, origin = 'organization ' || organization_id`,
    )
    this.addSql('drop index openapi_spec_waiting')
    this.addSql('drop index openapi_spec_refresh')
    this.addSql(
      `create index openapi_spec_turn on openapi_spec (origin, account, id) where processing_state <> 'complete'`,
    )
    this.addSql(`create index openapi_spec_due_turn on openapi_spec (origin, account, id) where is_due`)
    this.addSql('create index openapi_spec_refresh on openapi_spec (refresh_at) where not is_due')
    this.addSql('create index openapi_spec_of_account on openapi_spec (account)')
    this.addSql(`alter table reference_space ${columns}`)
    this.addSql(`
      update reference_space set account = 'organization ' || space.organization_id,
        origin = 'organization ' || space.organization_id
      from space where space.id = reference_space.space_id`)
    this.addSql('drop index reference_space_marked')
    this.addSql('create index reference_space_turn on reference_space (origin, account, id) where marks > 0')
  }
}
