import { Migration } from '@mikro-orm/migrations'

/** People, organizations, memberships, teams, tokens. */
export class Identity0001 extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm')
    this.addSql('create extension if not exists btree_gin')
    this.addSql(`
      create table "user" (
        id text primary key,
        version int not null default 1,
        display_name text not null,
        email text not null,
        photo_url text,
        created_at timestamptz(3) not null default now()
      )`)
    // The C collation lowers ASCII letters only, so look-alikes outside of ASCII stay distinct.
    this.addSql('create unique index user_email on "user" (lower(email collate "C"))')
    this.addSql(`
      create table organization (
        id text primary key,
        version int not null default 1,
        title text not null,
        email_domains text[] not null default '{}',
        hostname text unique,
        type text not null default 'business',
        use_case text,
        community_type text,
        default_role text,
        default_site text,
        sso boolean not null default false,
        ai boolean not null default true,
        invite_links boolean not null default false,
        logo text,
        created_at timestamptz(3) not null default now()
      )`)
    this.members()
    this.teams()
    this.addSql(`
      create table pending_invite (
        organization_id text not null references organization (id) on delete cascade,
        email text not null,
        role text,
        sso boolean not null default false,
        created_at timestamptz(3) not null default now(),
        primary key (organization_id, email)
      )`)
    this.addSql(
      'create unique index pending_invite_email on pending_invite (lower(email collate "C"), organization_id)',
    )
    this.addSql(`
      create table token (
        id text primary key,
        user_id text not null references "user" (id),
        name text not null,
        scope text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        revoked_at timestamptz(3)
      )`)
    this.addSql('create index token_user on token (user_id, id) where revoked_at is null')
    this.addSql('create index token_expires on token (expires_at)')
  }

  private members(): void {
    this.addSql(`
      create table member (
        id text primary key,
        version int not null default 1,
        organization_id text not null references organization (id),
        user_id text not null references "user" (id),
        role text,
        disabled boolean not null default false,
        sso boolean not null default false,
        joined_at timestamptz(3) not null default now(),
        last_seen_at timestamptz(3),
        teams int not null default 0,
        spaces int not null default 0,
        search text not null,
        unique (organization_id, user_id)
      )`)
    this.addSql('create index member_user on member (user_id, organization_id)')
    this.addSql('create index member_joined on member (organization_id, joined_at, id)')
    this.addSql('create index member_seen on member (organization_id, last_seen_at, id) where last_seen_at is not null')
    this.addSql('create index member_name on member (organization_id, search, id)')
    this.addSql('create index member_role on member (organization_id, role, joined_at, id)')
    this.addSql('create index member_guest on member (organization_id, joined_at, id) where role is null')
    this.addSql('create index member_search on member using gin (organization_id, search gin_trgm_ops)')
    this.addSql(`
      create table removed_member (
        id text primary key,
        organization_id text not null,
        user_id text not null,
        removed_at timestamptz(3) not null default now()
      )`)
    this.addSql('create index removed_member_at on removed_member (removed_at)')
  }

  private teams(): void {
    this.addSql(`
      create table team (
        id text primary key,
        version int not null default 1,
        organization_id text not null references organization (id),
        title text not null,
        members int not null default 0,
        spaces int not null default 0,
        created_at timestamptz(3) not null default now()
      )`)
    this.addSql('create index team_organization on team (organization_id, id)')
    this.addSql('create index team_title on team using gin (organization_id, lower(title) gin_trgm_ops)')
    this.addSql(`
      create table team_member (
        team_id text not null references team (id),
        member_id text not null references member (id),
        version int not null,
        organization_id text not null,
        user_id text not null,
        role text not null,
        primary key (team_id, member_id)
      )`)
    this.addSql('create index team_member_member on team_member (member_id, team_id)')
    this.addSql("create index team_member_owner on team_member (member_id, team_id) where role = 'owner'")
  }
}
