import { LongMigration } from '@quire/kit'

/** The index by which a person's unread notifications are found and counted. The table has those of ninety days. */
export class Content0067 extends LongMigration {
  override async up(): Promise<void> {
    const unread = 'on notification (organization_id, user_id, id) where read_at is null'
    await this.indexConcurrently('notification_unread', unread)
  }
}
