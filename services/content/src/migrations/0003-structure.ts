import { Migration } from '@mikro-orm/migrations'
import { deletedCollections } from '@quire/access'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The order keys `d0000`, `d0001` and so on: whole numbers of fractional-indexing, from zero on. */
const key = `'d' || ${[238_328, 3844, 62, 1].map((unit) => `substr('${digits}', (n / ${unit} % 62 + 1)::int, 1)`).join(' || ')}`

/** The children of each parent, numbered in the order of their ids: the only order before this migration. */
const numbered = `
  select id, row_number() over (partition by organization_id, parent order by id) - 1 as n from (
    select id, organization_id, collection_id as parent from space
    union all
    select id, organization_id, parent_id from collection
  ) child`

/** Positions among siblings, icons of spaces, and deleted collections that can be restored. */
export class Content0003 extends Migration {
  override up(): void {
    for (const statement of deletedCollections) this.addSql(statement)
    this.addSql('alter table space add column icon text')
    for (const table of ['collection', 'space']) {
      this.addSql(`alter table ${table} add column position text collate "C"`)
      this.addSql(`update ${table} set position = ${key} from (${numbered}) numbered where numbered.id = ${table}.id`)
      this.addSql(`alter table ${table} alter column position set not null`)
    }
    // Siblings by position; and all spaces of a collection, deleted or not.
    this.addSql(
      'create index collection_at_top on collection (organization_id, position, id) where parent_id is null and deleted_at is null',
    )
    this.addSql('create index collection_position on collection (parent_id, position, id) where deleted_at is null')
    this.addSql(
      'create index space_at_top on space (organization_id, position, id) where collection_id is null and deleted_at is null',
    )
    this.addSql('create index space_in_collection on space (collection_id)')
    // The parts of the query for a collection's spaces, which are listed by position now.
    this.addSql('drop index space_collection')
    this.addSql('create index space_collection on space (collection_id, position, id) where deleted_at is null')
    this.addSql('drop index space_explicit_in_collection')
    this.addSql(`
      create index space_explicit_in_collection on space (collection_id, default_level, position, id)
        where deleted_at is null and default_level <> 'inherit'`)
    this.addSql(`
      create index space_inheriting_position on space (default_scope, position, id) where deleted_at is null`)
  }
}
