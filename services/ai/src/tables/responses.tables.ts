import type { StoredResponseEvent } from '@quire/contracts'
import type { Generated, JSONColumnType } from 'kysely'

/** Responses in conversations with a site; they can be lost, and are deleted after a while. */
export interface ResponseTables {
  ai_response: {
    /** The hash of the id, which is a secret. */
    id: string
    organization_id: string
    site_id: string
    /** The hash of the person or of the visitor's claims: nobody else reads the response. */
    asker: string
    holder: string
    /** The messages of the conversation, the oldest first; the last one is answered here. */
    questions: string[]
    /** The spaces whose sections the writer was given. */
    spaces: Generated<string[]>
    state: Generated<'running' | 'ended' | 'failed'>
    /** The status and words for the caller of a failed response; null for an internal error. */
    refusal: number | null
    reason: string | null
    /** Beyond it the process that writes a running response is dead. */
    lease_until: Date
    created_at: Generated<Date>
  }
  ai_response_event: {
    response_id: string
    /** From 1 on. */
    number: number
    event: JSONColumnType<StoredResponseEvent, string, string>
  }
}
