import { Migration } from '@mikro-orm/migrations'

/** Invite links, mail, single sign-on, and the sites that an organization may open with. */
export class Identity0002 extends Migration {
  override up(): void {
    this.addSql('alter table organization alter column invite_links set default true')
    this.addSql('alter table organization add column saml_provider text')
    this.addSql('create index organization_domains on organization using gin (email_domains)')
    this.addSql(`
      create index pending_invite_created
      on pending_invite (organization_id, created_at, (email collate "C"))`)
    this.addSql(`
      create table link_invite (
        id text primary key,
        organization_id text not null references organization (id) on delete cascade,
        scope_kind text not null,
        scope_id text not null,
        role text,
        member_id text not null,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null
      )`)
    this.addSql('create index link_invite_scope on link_invite (organization_id, scope_kind, id)')
    this.addSql('create index link_invite_expires on link_invite (expires_at)')
    this.addSql(`
      create table mail (
        id text primary key,
        recipient text not null,
        subject text not null,
        body text not null,
        attempts int not null default 0,
        try_at timestamptz(3) not null default now(),
        last_error text,
        created_at timestamptz(3) not null default now()
      )`)
    this.addSql('create index mail_try on mail (try_at)')
    this.addSql('create table site (id text primary key, organization_id text not null)')
    // Sites may be older than this table: without a position, all owners repeat their states.
    this.addSql('delete from projector_position')
    this.singleSignOn()
  }

  private singleSignOn(): void {
    this.addSql(`
      create table saml_provider (
        id text primary key,
        organization_id text not null references organization (id) on delete cascade,
        label text not null,
        sso_url text,
        entity_id text,
        certificate text,
        default_team text,
        default_role text,
        request_key text not null,
        created_at timestamptz(3) not null default now()
      )`)
    this.addSql('create index saml_provider_organization on saml_provider (organization_id, id)')
    // The index is on the hash, because an entity id may be longer than an index entry.
    this.addSql('create unique index saml_provider_entity on saml_provider (organization_id, md5(entity_id))')
    this.addSql(`
      create table saml_answer (
        request_id text primary key,
        provider_id text not null references saml_provider (id) on delete cascade,
        expires_at timestamptz(3) not null
      )`)
    this.addSql('create index saml_answer_expires on saml_answer (expires_at)')
    this.addSql('create index saml_answer_provider on saml_answer (provider_id)')
    this.addSql(`
      create table sign_in_code (
        hash text primary key,
        provider_id text not null references saml_provider (id) on delete cascade,
        member_id text not null,
        session_ends_at timestamptz(3),
        expires_at timestamptz(3) not null
      )`)
    this.addSql('create index sign_in_code_expires on sign_in_code (expires_at)')
    this.addSql('create index sign_in_code_provider on sign_in_code (provider_id)')
    this.addSql("alter table token add column kind text not null default 'user'")
    this.addSql('alter table token add column member_id text')
    this.addSql('alter table token add column provider_id text')
    this.addSql('create index token_member on token (member_id) where member_id is not null')
    this.addSql('create index token_provider on token (provider_id) where provider_id is not null')
  }
}
