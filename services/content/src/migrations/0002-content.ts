import { Migration } from '@mikro-orm/migrations'
import { accessIndexes, memberTables } from '@quire/access'

/** Collections, spaces, grants, change requests, comments, and the projections content reads. */
export class Content0002 extends Migration {
  override up(): void {
    this.addSql(`
      create table collection (
        id text primary key,
        organization_id text not null,
        parent_id text references collection,
        title text not null,
        description text,
        default_level text not null,
        version bigint not null,
        created_at timestamptz not null
      )`)
    this.addSql('create index collection_parent on collection (parent_id, id)')
    this.addSql(`
      create table space (
        id text primary key,
        organization_id text not null,
        collection_id text references collection,
        title text not null,
        emoji text,
        language text,
        edit_mode text not null,
        default_level text not null,
        default_scope text not null,
        revision text not null,
        comments int not null,
        change_requests int not null,
        change_requests_open int not null,
        change_requests_draft int not null,
        version bigint not null,
        created_by text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        deleted_at timestamptz
      )`)
    this.addSql(`
      create table access_grant (
        scope_id text not null,
        subject_id text not null,
        scope_kind text not null,
        subject_kind text not null,
        organization_id text not null,
        role text not null,
        version bigint not null,
        created_at timestamptz not null,
        primary key (scope_id, subject_id)
      )`)
    for (const statement of [...memberTables, ...accessIndexes]) this.addSql(statement)
    this.addSql(`
      create table granted_spaces (
        subject_id text primary key,
        subject_kind text not null,
        organization_id text not null,
        spaces int not null,
        version bigint not null
      )`)
    this.addSql(`
      create table change_request (
        id text primary key,
        space_id text not null references space,
        number int not null,
        status text not null,
        subject text not null,
        created_by text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        revision text not null,
        revision_initial text not null,
        revision_merged_ancestor text,
        revision_merged text,
        comments int not null,
        agent_task_id text,
        unique (space_id, number)
      )`)
    this.addSql('create index change_request_status on change_request (space_id, status, id)')
    this.addSql(`
      create table comment (
        id text primary key,
        space_id text not null references space,
        change_request_id text references change_request,
        revision text not null,
        page_id text,
        node_id text,
        table_record text,
        table_definition text,
        markdown text not null,
        status text not null,
        replies int not null,
        posted_by text not null,
        posted_at timestamptz not null,
        edited_at timestamptz,
        resolved_by text,
        resolved_at timestamptz
      )`)
    this.addSql('create index comment_space on comment (space_id, id) where change_request_id is null')
    this.addSql(
      'create index comment_change_request on comment (change_request_id, id) where change_request_id is not null',
    )
    this.addSql(`
      create table reaction (
        comment_id text not null references comment on delete cascade,
        emoji text not null,
        user_id text not null,
        reacted_at timestamptz not null,
        primary key (comment_id, emoji, user_id)
      )`)
    this.addSql(`
      create table person (id text primary key, display_name text not null, email text not null, photo_url text)`)
    this.addSql(`
      create table site (id text primary key, visibility text not null, published boolean not null, address text not null)`)
    this.addSql(`
      create table site_space (id text primary key, site_id text not null, space_id text not null, path text not null)`)
    this.addSql('create index site_space_space on site_space (space_id)')
  }
}
