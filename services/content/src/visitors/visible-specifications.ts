import type { Sql } from '../database.ts'
import { type PartsContext, readParts } from './presented-specifications.ts'
import type { TextReferences } from './text-references.ts'

/** Specifications that one page may present parts of. */
const maxSpecifications = 10
/** Bytes of all specifications that one page presents parts of; those beyond appear as not described. */
const maxBytes = 32 * 1024 ** 2
/** Characters of the parts of all of them. */
const maxCharacters = 8_000_000

/** Returns the parts of the organization's specifications that a page presents, by the id or slug that the page uses. */
export async function visibleSpecifications(
  context: PartsContext & { sql: Sql },
  spaceId: string,
  { specs }: Pick<TextReferences, 'specs'>,
): Promise<Record<string, Record<string, unknown>>> {
  const { sql } = context
  const names = [...specs.keys()].slice(0, maxSpecifications)
  const found = await findContents(sql, spaceId, names)
  const visible: Record<string, Record<string, unknown>> = {}
  const left = { bytes: maxBytes, characters: maxCharacters }
  // One after the other: each may be large, and most are cached.
  for (const { name, spec_id, hash, bytes } of found) {
    left.bytes -= bytes
    if (left.bytes < 0) break
    const load = async () => {
      const contents = sql.selectFrom('openapi_content').select('document')
      const row = await contents.where('spec_id', '=', spec_id).where('hash', '=', hash).executeTakeFirst()
      return row?.document
    }
    const read = await readParts(context, { content: `${spec_id} ${hash}`, parts: specs.get(name) ?? [], load })
    left.characters -= read?.characters ?? 0
    if (left.characters < 0) break
    if (read) visible[name] = read.parts
  }
  return visible
}

/** Finds the contents of the latest versions of specifications, by id or slug, in the order of `names`. */
async function findContents(sql: Sql, spaceId: string, names: readonly string[]) {
  if (names.length === 0) return []
  const rows = await sql
    .selectFrom('openapi_spec')
    .innerJoin('space', 'space.organization_id', 'openapi_spec.organization_id')
    .innerJoin('openapi_version', 'openapi_version.id', 'openapi_spec.last_version')
    .innerJoin('openapi_content', (join) =>
      join
        .onRef('openapi_content.spec_id', '=', 'openapi_version.spec_id')
        .onRef('openapi_content.hash', '=', 'openapi_version.hash'),
    )
    .select(['openapi_spec.id', 'openapi_spec.slug'])
    .select(['openapi_content.spec_id', 'openapi_content.hash', 'openapi_content.bytes'])
    .where('space.id', '=', spaceId)
    .where((where) => where.or([where('openapi_spec.id', 'in', names), where('openapi_spec.slug', 'in', names)]))
    .execute()
  const byName = new Map(rows.flatMap((row) => [[row.slug, row] as const]))
  for (const row of rows) byName.set(row.id, row)
  return names.flatMap((name) => {
    const row = byName.get(name)
    return row ? [{ name, ...row }] : []
  })
}
