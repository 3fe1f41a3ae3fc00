import { Migration } from '@mikro-orm/migrations'

/**
 * Links to specifications are resolved when they are read, and blocks that show a specification are links to it
 * (docs/adr/0016). Documents that may contain such a block are parsed again; a job collects the links of spaces with
 * such documents or with links to specifications.
 */
export class Content0021 extends Migration {
  override up(): void {
    this.addSql(`
      with unread as (
        update document set targets = null
        where targets is not null and (markdown like '%openapi-operation%' or markdown like '%openapi-schemas%'
          or markdown like '%openapi-webhook%')
        returning store
      )
      update link_space set revision = null
      from space
      where space.id = link_space.space_id and (space.store in (select store from unread) or exists (
        select from link_target t where t.space_id = space.id and t.target like '/openapi/%'))`)
  }
}
