import { Migration } from '@mikro-orm/migrations'

/** OpenAPI specifications, their versions, and the queue of their processing (docs/adr/0033). */
export class Content0016 extends Migration {
  override up(): void {
    this.addSql(`
      create table openapi_spec (
        id text collate "C" primary key,
        organization_id text not null,
        slug text collate "C" not null,
        visibility text not null,
        source_url text,
        source_etag text,
        processing_state text not null,
        last_version text,
        last_processed_at timestamptz,
        error_code text,
        errors jsonb,
        error_count int not null default 0,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        refresh_at timestamptz,
        claim text,
        claimed_until timestamptz,
        attempts int not null default 0,
        constraint openapi_spec_slug unique (organization_id, slug)
      )`)
    this.addSql(`create index openapi_spec_waiting on openapi_spec (id) where processing_state <> 'complete'`)
    this.addSql('create index openapi_spec_refresh on openapi_spec (refresh_at)')
    this.addSql('create index openapi_spec_claimed on openapi_spec (organization_id) where claim is not null')
    this.addSql(`
      create table openapi_text (
        spec_id text collate "C" primary key references openapi_spec on delete cascade,
        text text not null
      )`)
    this.addSql(`
      create table openapi_content (
        spec_id text collate "C" not null references openapi_spec on delete cascade,
        hash text collate "C" not null,
        document text not null,
        bytes int not null,
        raw text not null,
        format text not null,
        primary key (spec_id, hash)
      )`)
    this.addSql(`
      create table openapi_version (
        id text collate "C" primary key,
        spec_id text collate "C" not null references openapi_spec on delete cascade,
        hash text collate "C" not null,
        created_at timestamptz not null
      )`)
    this.addSql('create index openapi_version_spec on openapi_version (spec_id, id)')
  }
}
