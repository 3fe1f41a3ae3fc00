import { Migration } from '@mikro-orm/migrations'

/** SCIM: tokens that manage one organization, and the names that its provider of identities gives members and teams. */
export class Identity0021 extends Migration {
  override up(): void {
    this.addSql('alter table token add column organization_id text')
    this.addSql('create index token_of_organization on token (organization_id, id) where organization_id is not null')
    this.addSql('alter table member add column external_id text')
    this.addSql(
      'create unique index member_external_id on member (organization_id, external_id) where external_id is not null',
    )
    this.addSql('alter table team add column external_id text')
    this.addSql(
      'create unique index team_external_id on team (organization_id, external_id) where external_id is not null',
    )
  }
}
