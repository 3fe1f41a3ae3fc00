import { LongMigration } from '@quire/kit'

/** The index by which the change requests are found that wait for the review of a person. */
export class Content0068 extends LongMigration {
  override async up(): Promise<void> {
    await this.indexConcurrently(
      'change_request_reviewer_user',
      'on change_request_reviewer (user_id, change_request_id)',
    )
  }
}
