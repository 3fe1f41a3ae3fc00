import type { RootContent } from 'mdast'
import { z } from 'zod'
import { readBlockTag } from '../markdown/block-tags.ts'
import { DocumentError } from '../markdown/errors.ts'
import { isSafeUrl } from '../markdown/urls.ts'
import { inPanels } from '../nodes/containers.ts'
import { safeUrlOf } from '../nodes/content-refs.ts'
import type { VoidBlock } from '../nodes/nodes.ts'
import { flag, text } from '../nodes/shapes.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { attributesOf, flagsOf, present } from '../reading/tag-attributes.ts'
import { flagValue, integrationTag } from '../writing/write-tags.ts'
import { type BlockKind, htmlOfWords } from './kind.ts'

const data = z.object({
  integration: z.string(),
  block: z.string(),
  props: z.record(z.string(), z.unknown()),
  /** Ours: the attributes that markdown gives it. */
  attributes: z.record(z.string(), z.string()).optional(),
  url: text,
  fullWidth: flag,
})

type Integration = VoidBlock<'integration', typeof data>

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    integration: Integration
  }
}

export const integration: BlockKind<'integration'> = {
  data,
  content: 'nothing',
  stands: { current: inPanels.current, next: [...inPanels.next, 'hint', 'expandable-body'] },
  reads: { tags: { '@': readIntegration } },
  sample: '{% @mermaid/diagram content="graph" url="https://e.x/i" %}',
  write: writeIntegration,
  html: htmlOfWords,
}

/**
 * `{% @mermaid/diagram content="…" %}`: a block of an integration with its attributes. They belong into `props`, but
 * cannot be there: the published schema takes any text there for two things at once, and so refuses it.
 */
function readIntegration(tag: string, reading: ReadingContext): Integration | undefined {
  const parsed = attributesOf(reading, tag, '*')
  const [integration = '', block = ''] = readBlockTag(tag).name.slice(1).split('/')
  const flags = parsed && flagsOf(reading, parsed, 'fullWidth')
  if (!parsed || !flags || block === '') return undefined
  const { url, fullWidth: _, ...attributes } = parsed
  if (url !== undefined && !safeUrlOf(url)) return undefined
  return {
    object: 'block',
    type: 'integration',
    isVoid: true,
    data: {
      ...{ integration, block, props: {}, ...(url === undefined ? {} : { url }), ...flags },
      ...(Object.keys(attributes).length > 0 ? { attributes: present(attributes) } : {}),
    },
  }
}

/** An address that could run a script is left out. Throws DocumentError for a name that no tag can have. */
function writeIntegration({ data }: Integration): RootContent[] {
  const { integration, block, props, attributes, url, fullWidth } = data
  const name = `${integration}/${block}`
  if (!/^[\w-]{1,64}\/[\w-]{1,64}$/.test(name)) {
    throw new DocumentError('unsupported-node', `The integration ${JSON.stringify(name)} cannot be written as markdown`)
  }
  const given = Object.entries({ ...props, ...attributes }).filter(([key]) => /^[\w-]{1,64}$/.test(key))
  const written = given.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)])
  const safe = url !== undefined && isSafeUrl(url) ? { url } : {}
  return [integrationTag(name, { ...Object.fromEntries(written), ...safe, fullWidth: flagValue(fullWidth) })]
}
