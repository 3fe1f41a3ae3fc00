import { Migration } from '@mikro-orm/migrations'

/** Creates the schemas of the claims that sites expect of their visitors. */
export class Sites0008 extends Migration {
  override up(): void {
    this.addSql(`
      create table site_adaptive_schema (
        site_id text primary key references site on delete cascade,
        json_schema json not null,
        updated_at timestamptz not null
      )`)
  }
}
