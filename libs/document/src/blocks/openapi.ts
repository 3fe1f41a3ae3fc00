import type { RootContent } from 'mdast'
import { z } from 'zod'
import { isSafeUrl } from '../markdown/urls.ts'
import { inDocuments } from '../nodes/containers.ts'
import { imageRefOf, urlOf } from '../nodes/content-refs.ts'
import type { Block, VoidBlock } from '../nodes/nodes.ts'
import { fallback, flag, ImageRef, OpenApiRef, text } from '../nodes/shapes.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { attributesOf, flagsOf, type TagAttributes } from '../reading/tag-attributes.ts'
import { around, flagValue } from '../writing/write-tags.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { withFallback, writeFallback } from './fallback.ts'
import { type BlockKind, htmlOfWords } from './kind.ts'

const shapes = {
  swagger: z.object({ ref: ImageRef, path: z.string(), method: z.string(), expanded: flag, fullWidth: flag, fallback }),
  operation: z.object({ ref: OpenApiRef, path: z.string(), method: z.string(), fallback }),
  webhook: z.object({ ref: OpenApiRef, name: z.string(), method: z.string(), fallback }),
  schemas: z.object({ ref: OpenApiRef, schemas: z.array(z.string()), grouped: flag, title: text, fallback }),
}

type Swagger = VoidBlock<'swagger', typeof shapes.swagger>
type Operation = VoidBlock<'openapi-operation', typeof shapes.operation>
type Webhook = VoidBlock<'openapi-webhook', typeof shapes.webhook>
type Schemas = VoidBlock<'openapi-schemas', typeof shapes.schemas>

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    swagger: Swagger
    'openapi-operation': Operation
    'openapi-webhook': Webhook
    'openapi-schemas': Schemas
  }
}

const shared = { content: 'nothing', stands: inDocuments, html: htmlOfWords } as const

const swagger: BlockKind<'swagger'> = {
  ...shared,
  data: shapes.swagger,
  reads: { pairs: { openapi: readSwagger, swagger: readSwagger }, single: ['openapi', 'swagger'] },
  sample: '{% openapi src="/files/spec" path="/pets/{id}" method="put" %}\n[spec](/files/spec)\n{% endopenapi %}',
  write: writeSwagger,
}

const operation: BlockKind<'openapi-operation'> = {
  ...shared,
  data: shapes.operation,
  reads: { pairs: { 'openapi-operation': readOperation }, single: ['openapi-operation'] },
  sample: `{% openapi-operation spec="pets" path="/pets/{id}" method="put" %}
[OpenAPI pets](/openapi/pets)
{% endopenapi-operation %}`,
  write: ({ type, data: { ref, path, method, fallback } }) =>
    around(type, { spec: ref.spec, path, method }, writeFallback(fallback ?? specLink(ref.spec))),
}

const webhook: BlockKind<'openapi-webhook'> = {
  ...shared,
  data: shapes.webhook,
  reads: { pairs: { 'openapi-webhook': readWebhook }, single: ['openapi-webhook'] },
  sample: `{% openapi-webhook spec="pets" name="born" method="post" %}
[OpenAPI pets](/openapi/pets)
{% endopenapi-webhook %}`,
  write: ({ type, data: { ref, name, method, fallback } }) =>
    around(type, { spec: ref.spec, name, method }, writeFallback(fallback ?? specLink(ref.spec))),
}

const schemas: BlockKind<'openapi-schemas'> = {
  ...shared,
  data: shapes.schemas,
  reads: { pairs: { 'openapi-schemas': readSchemas }, single: ['openapi-schemas'] },
  sample: `{% openapi-schemas spec="pets" schemas="Pet,Kind" title="Models" %}
[OpenAPI pets](/openapi/pets)
{% endopenapi-schemas %}`,
  write: writeSchemas,
}

/** The blocks of an OpenAPI document, by the address of a file or by the name of a specification. */
export const openApi = {
  swagger,
  'openapi-operation': operation,
  'openapi-webhook': webhook,
  'openapi-schemas': schemas,
}

function readSwagger({ open, children }: Group, reading: ReadingContext): Swagger | Block[] | undefined {
  const attributes = attributesOf(reading, open.value, 'src', 'path', 'method', 'expanded', 'fullWidth')
  const flags = attributes && flagsOf(reading, attributes, 'expanded', 'fullWidth')
  const { src, path, method } = attributes ?? {}
  const ref = src ? imageRefOf(src, reading.refs) : undefined
  if (src === undefined || !ref || path === undefined || method === undefined || !flags) return undefined
  return withFallback(children, { label: src, url: src }, reading, (fallback) => ({
    ...{ object: 'block', type: 'swagger', isVoid: true, data: { ref, path, method, ...flags, ...fallback } },
  }))
}

function writeSwagger({ data }: Swagger, { refs }: WritingContext): RootContent[] {
  const { ref, path, method, expanded, fullWidth, fallback } = data
  const src = urlOf(ref, refs)
  if (!src || !isSafeUrl(src)) return []
  const flags = { expanded: flagValue(expanded), fullWidth: flagValue(fullWidth) }
  return around('openapi', { src, path, method, ...flags }, writeFallback(fallback ?? { label: src, url: src }))
}

function readOperation(group: Group, reading: ReadingContext): Operation | Block[] | undefined {
  return readPointer(group, reading, ['path', 'method'], ({ path, method }, ref, fallback) => {
    if (path === undefined || method === undefined) return undefined
    return { object: 'block', type: 'openapi-operation', isVoid: true, data: { ref, path, method, ...fallback } }
  })
}

function readWebhook(group: Group, reading: ReadingContext): Webhook | Block[] | undefined {
  return readPointer(group, reading, ['name', 'method'], ({ name, method }, ref, fallback) => {
    if (name === undefined || method === undefined) return undefined
    return { object: 'block', type: 'openapi-webhook', isVoid: true, data: { ref, name, method, ...fallback } }
  })
}

function readSchemas(group: Group, reading: ReadingContext): Schemas | Block[] | undefined {
  return readPointer(group, reading, ['schemas', 'grouped', 'title'], (attributes, ref, fallback) => {
    const { schemas, grouped: written, title } = attributes
    if (schemas === undefined || !flagsOf(reading, attributes, 'grouped')) return undefined
    const names = schemas
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
    const grouped = written === undefined ? {} : { grouped: written === 'true' }
    const data = { ref, schemas: names, ...grouped, ...(title ? { title } : {}), ...fallback }
    return { object: 'block', type: 'openapi-schemas', isVoid: true, data }
  })
}

function writeSchemas({ type, data: { ref, schemas, grouped, title, fallback } }: Schemas): RootContent[] {
  const { spec } = ref
  const written = {
    spec,
    schemas: schemas.join(','),
    grouped: grouped === undefined ? undefined : String(grouped),
    title,
  }
  return around(type, written, writeFallback(fallback ?? specLink(spec)))
}

type Ref = { kind: 'openapi'; spec: string }
type Fallback = { fallback?: { label: string; url: string } }

/** The block of a tag that names a specification, given the tag's attributes. */
function readPointer<Node extends Block>(
  { open, children }: Group,
  reading: ReadingContext,
  known: readonly string[],
  read: (attributes: TagAttributes, ref: Ref, fallback: Fallback) => Node | undefined,
): Node | Block[] | undefined {
  const attributes = attributesOf(reading, open.value, 'spec', ...known)
  const spec = attributes?.spec
  if (!attributes || !spec || !/^[\w-]+$/.test(spec)) return undefined
  const ref: Ref = { kind: 'openapi', spec }
  const block = read(attributes, ref, {})
  if (!block) return undefined
  return withFallback(children, specLink(spec), reading, (fallback) => read(attributes, ref, fallback) ?? block)
}

/** The link to a specification that has no other title. */
function specLink(spec: string): { label: string; url: string } {
  return { label: `OpenAPI ${spec}`, url: `/openapi/${spec}` }
}
