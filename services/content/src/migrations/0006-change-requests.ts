import { Migration } from '@mikro-orm/migrations'

/** Contributors, requested reviewers and reviews of change requests; indexes for lists of an organization. */
export class Content0006 extends Migration {
  override up(): void {
    this.addSql('alter table change_request add column description text')
    this.place()
    this.contributors()
    this.reviews()
  }

  /**
   * Copies the position of a space in its organization to its change requests, so that an index can lead from the
   * spaces that a member may read to their newest change requests. A cascading foreign key keeps the copy up to date.
   */
  private place(): void {
    this.addSql(
      'alter table space add constraint space_place unique (id, organization_id, default_scope, default_level)',
    )
    this.addSql(`
      alter table change_request
        add column organization_id text,
        add column default_scope text,
        add column default_level text`)
    this.addSql(`
      update change_request set
        organization_id = space.organization_id,
        default_scope = space.default_scope,
        default_level = space.default_level
      from space where space.id = change_request.space_id`)
    this.addSql(`
      alter table change_request
        alter column organization_id set not null,
        alter column default_scope set not null,
        alter column default_level set not null,
        add constraint change_request_place
          foreign key (space_id, organization_id, default_scope, default_level)
          references space (id, organization_id, default_scope, default_level) on update cascade,
        drop constraint change_request_space_id_fkey`)
    this.addSql('create index change_request_organization on change_request (organization_id, status, id)')
    this.addSql(
      'create index space_deleted_in_organization on space (organization_id, id) where deleted_at is not null',
    )
    this.addSql('create index change_request_inheriting on change_request (default_scope, status, id)')
    this.addSql(`
      create index change_request_explicit on change_request (organization_id, default_level, status, id)
        where default_level <> 'inherit'`)
    this.addSql('create index change_request_creator on change_request (organization_id, created_by, status, id)')
    this.addSql('create index change_request_creator_in_space on change_request (space_id, created_by, status, id)')
    this.addSql(
      'create index change_request_merged on change_request (space_id, revision_merged) where revision_merged is not null',
    )
  }

  private contributors(): void {
    this.addSql(`
      create table change_request_contributor (
        change_request_id text not null references change_request on delete cascade,
        user_id text not null,
        action_type text not null,
        space_id text not null,
        count int not null,
        updated_at timestamptz not null,
        primary key (change_request_id, user_id, action_type)
      )`)
    this.addSql(`
      create index change_request_contributor_user
        on change_request_contributor (user_id, change_request_id) include (action_type)`)
    this.addSql(`
      create index change_request_contributor_space
        on change_request_contributor (user_id, space_id, change_request_id) include (action_type)`)
    // Truncated, because cursors hold milliseconds.
    this.addSql(`
      insert into change_request_contributor
      select change_request_id, created_by, 'edit', space_id, count(*), date_trunc('milliseconds', max(created_at))
      from revision where change_request_id is not null and created_by is not null
      group by change_request_id, created_by, space_id
      union all
      select change_request_id, posted_by, 'comment', space_id, count(*), date_trunc('milliseconds', max(posted_at))
      from comment where change_request_id is not null
      group by change_request_id, posted_by, space_id`)
  }

  private reviews(): void {
    this.addSql(`
      create table change_request_reviewer (
        change_request_id text not null references change_request on delete cascade,
        user_id text not null,
        id text not null,
        revision text not null,
        requested_by text not null,
        created_at timestamptz not null,
        primary key (change_request_id, user_id)
      )`)
    this.addSql('create unique index change_request_reviewer_id on change_request_reviewer (change_request_id, id)')
    this.addSql(`
      create table change_request_review (
        id text primary key,
        change_request_id text not null references change_request on delete cascade,
        revision text not null,
        reviewer text not null,
        requested_by text,
        status text not null,
        outdated boolean not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql('create index change_request_review_list on change_request_review (change_request_id, id)')
    this.addSql(
      'create index change_request_review_outdated on change_request_review (change_request_id, outdated, id)',
    )
    this.addSql(
      'create index change_request_review_reviewer on change_request_review (change_request_id, reviewer, id)',
    )
    this.addSql(`
      create unique index change_request_review_current on change_request_review (change_request_id, reviewer)
        where not outdated`)
    this.addSql('alter table comment add column review_id text references change_request_review on delete set null')
    this.addSql('create unique index comment_review on comment (review_id) where review_id is not null')
  }
}
