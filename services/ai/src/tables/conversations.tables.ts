import type { AgentTaskStatus } from '@quire/contracts'
import type { Generated, JSONColumnType } from 'kysely'

/** Conversations of customers, their issues and clusters: data that ai owns (docs/adr/0056). */
export interface ConversationTables {
  /** An organization that has conversations, and the state of the job that clusters them. */
  conversation_queue: {
    /** The organization. */
    id: string
    /** The account that made the organization, and its origin (docs/adr/0029). */
    account: string
    origin: string
    /** The number of its conversations. */
    conversations: Generated<number>
    /** Issues of an earlier round are looked up again; new ones are of round 0. */
    round: Generated<number>
    /** The version of the index that the round looks up. */
    searched: string | null
    round_ended_at: Generated<Date>
    /** The time that the last round took. */
    round_seconds: Generated<number>
    /** Counts the requests to look again, so that none is lost that arrives while the job works. */
    asks: Generated<number>
    /** Null if nothing is to be looked up. */
    due_at: Date | null
    claim: string | null
    claimed_until: Date | null
    attempts: Generated<number>
  }
  /** `external_id` is the id in the support system, unique for its `source`. */
  conversation: {
    id: string
    organization_id: string
    source: string
    external_id: string
    subject: string | null
    url: string | null
    created_at: Date
    ingested_at: Date
    processed_at: Date | null
  }
  /** A question in a conversation, without personal data. */
  conversation_issue: {
    id: string
    organization_id: string
    conversation_id: string
    /** Null until the issue was looked up. */
    cluster_id: string | null
    round: Generated<number>
    title: string
    summary: string
    /** The text that is looked up. */
    question: string
    /** The beginning of the answer that was given in the conversation. */
    answer: string | null
    /** The vector of the question, packed, and the model that made it; null without one. */
    vector: Buffer | null
    vector_model: string | null
    created_at: Date
    ingested_at: Date
  }
  /**
   * Issues that one section answers; or a gap, without a page: issues with similar words that the documentation does not
   * answer. The space of a gap is that of the closest section.
   */
  issue_cluster: {
    id: string
    organization_id: string
    space_id: string
    page_id: string | null
    section_id: string | null
    /** Stems of a gap's first question, each after the id of the organization, so that one index serves. */
    words: Generated<string[]>
    /** The vector of a gap's first question. */
    vector: Buffer | null
    vector_model: string | null
    label: string
    summary: string
    created_at: Date
    updated_at: Date
    issues: Generated<number>
    conversations: Generated<number>
    sources: JSONColumnType<Record<string, number>, string | undefined, string>
    /** The number of its tasks, in all and by their status. */
    tasks_total: Generated<number>
    tasks_backlog: Generated<number>
    tasks_started: Generated<number>
    tasks_completed: Generated<number>
    tasks_canceled: Generated<number>
  }
  /** The task that a gap gives: to write what is missing. */
  agent_task: {
    id: string
    organization_id: string
    cluster_id: string
    status: AgentTaskStatus
    /** The change request in which the gap is closed; null until the task is started. */
    change_request_id: string | null
    created_at: Date
    updated_at: Date
  }
}
