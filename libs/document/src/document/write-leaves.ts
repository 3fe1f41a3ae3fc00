import type { RootContent } from 'mdast'
import { DocumentError } from '../errors.ts'
import { isSafeUrl } from '../urls.ts'
import { urlOf } from './content-refs.ts'
import type { Block, Integration, OpenApiBlock } from './nodes.ts'
import { type Link, specLink } from './openapi.ts'
import { openTag } from './write-html.ts'
import { around, integrationTag, tag } from './write-tags.ts'
import type { WritingContext } from './writing.ts'

type Leaf =
  | OpenApiBlock
  | Extract<
      Block,
      { type: 'divider' | 'math' | 'embed' | 'file' | 'drawing' | 'content-ref' | 'integration' | 'reusable-content' }
    >

/** A block without blocks in it. An address that could run a script takes its block with it, its caption stays. */
export function writeLeaf(block: Leaf, { refs }: WritingContext): RootContent[] {
  switch (block.type) {
    case 'divider':
      return [{ type: 'thematicBreak' }]
    case 'math':
      return [
        { type: 'math', value: block.data.formula.replace(/\r\n?/g, '\n').replace(/^[ \t]*\$\$[ \t]*$/gm, '$ $') },
      ]
    case 'embed': {
      const { url, fullWidth, caption } = block.data
      return captioned('embed', { url, fullWidth: fullWidth ? 'true' : undefined }, url, caption)
    }
    case 'file': {
      const src = urlOf(block.data.ref, refs)
      return captioned('file', { src }, src, block.data.caption)
    }
    case 'drawing': {
      const { ref, alt } = block.data
      const src = ref ? urlOf(ref, refs) : ''
      return src && isSafeUrl(src)
        ? [{ type: 'html', value: openTag('img', { src, alt: alt ?? '', class: 'gitbook-drawing' }) }]
        : []
    }
    case 'content-ref': {
      const url = urlOf(block.data.ref, refs)
      return isSafeUrl(url) ? around('content-ref', { url }, linkTo(block.data.fallback ?? { label: url, url })) : []
    }
    case 'integration':
      return writeIntegration(block)
    case 'reusable-content': {
      const url = urlOf(block.data.ref, refs)
        .replace(/["\r\n]+/g, ' ')
        .replace(/%\}/g, '% }')
      return url && isSafeUrl(url) ? [{ type: 'blockTag', value: `{% include "${url}" %}` }] : []
    }
    default:
      return writeOpenApi(block, refs)
  }
}

function captioned(
  name: string,
  attributes: Parameters<typeof tag>[1],
  url: string,
  caption: string | undefined,
): RootContent[] {
  const words: RootContent[] = caption ? [{ type: 'paragraph', children: [{ type: 'text', value: caption }] }] : []
  if (url === '' || !isSafeUrl(url)) return words
  return caption ? around(name, attributes, words) : [tag(name, attributes)]
}

function linkTo({ label, url }: Link): RootContent[] {
  const text = { type: 'text' as const, value: label }
  return [{ type: 'paragraph', children: isSafeUrl(url) ? [{ type: 'link', url, children: [text] }] : [text] }]
}

function writeIntegration({ data }: Integration): RootContent[] {
  const { integration, block, props, attributes, url, fullWidth } = data
  const name = `${integration}/${block}`
  if (!/^[\w-]{1,64}\/[\w-]{1,64}$/.test(name)) {
    throw new DocumentError('unsupported-node', `The integration ${JSON.stringify(name)} cannot be written as markdown`)
  }
  const given = Object.entries({ ...props, ...attributes }).filter(([key]) => /^[\w-]{1,64}$/.test(key))
  const said = given.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)])
  const safe = url !== undefined && isSafeUrl(url) ? { url } : {}
  return [integrationTag(name, { ...Object.fromEntries(said), ...safe, fullWidth: fullWidth ? 'true' : undefined })]
}

function writeOpenApi(block: OpenApiBlock, refs: WritingContext['refs']): RootContent[] {
  if (block.type === 'swagger') {
    const { ref, path, method, expanded, fullWidth, fallback } = block.data
    const src = urlOf(ref, refs)
    const flags = { expanded: expanded ? 'true' : undefined, fullWidth: fullWidth ? 'true' : undefined }
    return src && isSafeUrl(src)
      ? around('openapi', { src, path, method, ...flags }, linkTo(fallback ?? { label: src, url: src }))
      : []
  }
  const { spec } = block.data.ref
  const link = linkTo(block.data.fallback ?? specLink(spec))
  if (block.type === 'openapi-operation') {
    return around(block.type, { spec, path: block.data.path, method: block.data.method }, link)
  }
  if (block.type === 'openapi-webhook') {
    return around(block.type, { spec, name: block.data.name, method: block.data.method }, link)
  }
  const { schemas, grouped, title } = block.data
  const said = { spec, schemas: schemas.join(','), grouped: grouped === undefined ? undefined : String(grouped), title }
  return around(block.type, said, link)
}
