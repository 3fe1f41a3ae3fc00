import type { MailLanguage, NotificationKind, NotificationSettings } from '@quire/contracts'

export interface NotificationTables {
  /** Something that happened for one person. Rows are deleted after 90 days; a join hides those of what is gone. */
  notification: {
    id: string
    user_id: string
    /** Identifies what happened: a person is notified of it once. */
    cause: string
    kind: NotificationKind
    /** The organization of the space when it happened. */
    organization_id: string
    space_id: string
    change_request_id: string | null
    comment_id: string | null
    reply_id: string | null
    import_run_id: string | null
    /** The person who did it; null for the end of an import. */
    actor: string | null
    created_at: Date
    read_at: Date | null
    /** The time from which it is to be mailed; null if it is not, or was. */
    mail_at: Date | null
    /** The mail that it is in; null until one is made. */
    mail_id: string | null
    /** True if it waits for the mail of the day. */
    is_daily: boolean
  }
  /** When a person gets mails of their notifications in an organization; without a row the defaults hold. */
  notification_setting: {
    organization_id: string
    user_id: string
    mentions: NotificationSettings['mentions']
    others: NotificationSettings['others']
    language: MailLanguage | null
  }
}
