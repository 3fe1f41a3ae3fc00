import { Migration } from '@mikro-orm/migrations'

/** Sizes of specifications, and import runs by the Idempotency-Key of their calls. */
export class Content0023 extends Migration {
  override up(): void {
    this.addSql('alter table openapi_spec add column bytes bigint not null default 0')
    this.addSql(`
      update openapi_spec set bytes =
        coalesce((select octet_length(text) from openapi_text where spec_id = openapi_spec.id), 0)
        + coalesce((select sum(bytes + octet_length(raw)) from openapi_content where spec_id = openapi_spec.id), 0)`)
    this.addSql('alter table import_run add column repetition text')
    this.addSql('create index import_run_repetition on import_run (member_id, repetition) where repetition is not null')
  }
}
