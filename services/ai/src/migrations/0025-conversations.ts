import { Migration } from '@mikro-orm/migrations'

/**
 * Conversations of customers, their questions (issues), the clusters that these form, and the tasks
 * that gaps give (docs/adr/0056). They are the
 * first data that ai owns; nothing of them refers to a projection.
 */
export class Ai0025 extends Migration {
  override up(): void {
    this.addSql(`
      create table conversation_queue (
        id text primary key,
        account text not null,
        origin text not null,
        conversations int not null default 0,
        round int not null default 1,
        searched text,
        round_ended_at timestamptz not null default now(),
        round_seconds int not null default 0,
        asks int not null default 0,
        due_at timestamptz,
        claim text,
        claimed_until timestamptz,
        attempts int not null default 0
      )`)
    this.addSql(
      'create index conversation_queue_turn on conversation_queue (origin, account, id) where due_at is not null',
    )
    this.addSql('create index conversation_queue_account on conversation_queue (account)')
    this.addSql(`
      create table conversation (
        id text collate "C" primary key,
        organization_id text not null references conversation_queue (id),
        source text not null,
        external_id text not null,
        subject text,
        url text,
        created_at timestamptz not null,
        ingested_at timestamptz not null,
        processed_at timestamptz,
        constraint conversation_once unique (organization_id, source, external_id)
      )`)
    this.addSql('create index conversation_oldest on conversation (organization_id, id)')
    this.addSql(`
      create table issue_cluster (
        id text collate "C" primary key,
        organization_id text not null,
        space_id text not null,
        page_id text,
        section_id text,
        words text[] not null default '{}',
        label text not null,
        summary text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        issues int not null default 0,
        conversations int not null default 0,
        sources jsonb not null default '{}'
      )`)
    this.addSql(`
      create unique index issue_cluster_section on issue_cluster (organization_id, space_id, page_id, section_id)
        where page_id is not null`)
    this.addSql('create index issue_cluster_words on issue_cluster using gin (words) where page_id is null')
    for (const order of ['updated_at', 'issues', 'conversations'])
      this.addSql(`create index issue_cluster_${order} on issue_cluster (organization_id, ${order}, id)`)
    this.addSql(`
      create table conversation_issue (
        id text collate "C" primary key,
        organization_id text not null,
        conversation_id text not null references conversation (id) on delete cascade,
        cluster_id text references issue_cluster (id) on delete set null,
        round int not null default 0,
        title text not null,
        summary text not null,
        question text not null,
        answer text,
        created_at timestamptz not null,
        ingested_at timestamptz not null
      )`)
    this.addSql('create index conversation_issue_conversation on conversation_issue (conversation_id)')
    this.addSql('create index conversation_issue_cluster on conversation_issue (cluster_id, created_at, id)')
    this.addSql('create index conversation_issue_due on conversation_issue (organization_id, round, id)')
    this.addSql(`
      create table agent_task (
        id text collate "C" primary key,
        organization_id text not null,
        cluster_id text not null unique references issue_cluster (id) on delete cascade,
        status text not null,
        change_request_id text,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql('create index agent_task_organization on agent_task (organization_id, id)')
    this.addSql(
      `alter table issue_cluster ${['total', 'backlog', 'started', 'completed', 'canceled']
        .map((name) => `add column tasks_${name} int not null default 0`)
        .join(', ')}`,
    )
    for (const name of ['total', 'backlog', 'started'])
      this.addSql(`create index issue_cluster_tasks_${name} on issue_cluster (organization_id, tasks_${name}, id)`)
  }
}
