import { Migration } from '@mikro-orm/migrations'

/** The vectors of issues, and of the gaps that they began, by which gaps are compared (docs/adr/0056). */
export class Ai0030 extends Migration {
  override up(): void {
    for (const table of ['conversation_issue', 'issue_cluster'])
      this.addSql(`alter table ${table} add column vector bytea, add column vector_model text`)
  }
}
