import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { SpecificationOutline } from '../storage/references/reference-pages.ts'

const maxOperations = 1000
const maxText = 2000

/**
 * Reads the tags, operations and models of an organization's specification, in their order. `name` is its slug
 * or its id, as `findSpec` understands it; undefined if there is none,
 * or no version of it. PostgreSQL takes the document apart, because it may have megabytes.
 */
export async function outlineSpec(
  sql: Sql,
  organizationId: string,
  name: string,
): Promise<SpecificationOutline | undefined> {
  const found = await raw<{ slug: string; title: string | null; tags: unknown; operations: unknown; models: unknown }>`
    with version as (
      select content.document::json as document, spec.slug from openapi_spec spec
      join openapi_version version on version.id = spec.last_version
      join openapi_content content on content.spec_id = spec.id and content.hash = version.hash
      where spec.organization_id = ${organizationId} and (spec.slug = ${name} or spec.id = ${name})
      order by spec.slug = ${name} desc limit 1
    )
    select slug, document #>> '{info,title}' as title,
      (select json_agg(json_build_object('name', left(tag ->> 'name', 200), 'description', left(tag ->> 'description', ${maxText}::int)))
        from json_array_elements(${listOf(raw`document -> 'tags'`)}) tag where tag ->> 'name' <> '') as tags,
      (select json_agg(one) from (
        select path.key as path, method.key as method,
          left(coalesce(nullif(method.value ->> 'summary', ''), nullif(method.value ->> 'operationId', ''),
            upper(method.key) || ' ' || path.key), 200) as title,
          left(method.value #>> '{tags,0}', 200) as tag
        from json_each(${mapOf(raw`document -> 'paths'`)}) path, json_each(${mapOf(raw`path.value`)}) method
        where method.key in ('get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace')
          and json_typeof(method.value) = 'object'
        limit ${maxOperations}) one) as operations,
      (select json_agg(name) from json_object_keys(${mapOf(raw`document #> '{components,schemas}'`)}) name) as models
    from version`.execute(sql)
  const [row] = found.rows
  if (!row) return undefined
  const { slug, title, ...parts } = row
  const { tags, operations, models } = parts as Record<string, never[] | null>
  return {
    slug,
    title: title || slug,
    tags: tags ?? [],
    operations: (operations ?? []).map(withoutNulls),
    models: models ?? [],
  }
}

const withoutNulls = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) as Value

type Json = ReturnType<typeof raw>

const mapOf = (json: Json) => raw`case when json_typeof(${json}) = 'object' then ${json} else '{}'::json end`
const listOf = (json: Json) => raw`case when json_typeof(${json}) = 'array' then ${json} else '[]'::json end`
