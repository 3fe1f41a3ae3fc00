import type { RootContent } from 'mdast'
import { z } from 'zod'
import type { Block, BlockNode } from '../nodes/nodes.ts'
import { space } from '../nodes/shapes.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { attributesOf } from '../reading/tag-attributes.ts'
import { around } from '../writing/write-tags.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { type BlockKind, htmlOfWords, partKind } from './kind.ts'
import { panelsOf, withPanels } from './panels.ts'

const formats = ['numeric', 'full', 'short'] as const
const data = z.object({ format: z.enum(formats) })
const part = z.object({
  date: z.string(),
  tags: z.array(z.object({ kind: z.literal('tag'), tag: z.string(), ...space })).optional(),
})

type Update = BlockNode<'update', typeof part> & { nodes: Block[] }
type Updates = BlockNode<'updates', typeof data> & { nodes: Update[] }

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    updates: Updates
    update: Update
  }
}

const kind: BlockKind<'updates'> = {
  data,
  content: { parts: 'update' },
  stands: { current: [], next: ['document'] },
  reads: { pairs: { updates: readUpdates } },
  sample:
    '{% updates format="short" %}\n{% update date="2026-10-01" tags="tag" %}\nupdate\n{% endupdate %}\n{% endupdates %}',
  write: writeUpdates,
  html: htmlOfWords,
}

export const updates = { updates: kind, update: partKind<'update'>({ data: part, content: 'blocks' }) }

function readUpdates(group: Group, reading: ReadingContext): Updates | Block[] | undefined {
  const attributes = attributesOf(reading, group.open.value, 'format')
  const known = formats.find((one) => one === (attributes?.format ?? 'full'))
  const format = known ?? (reading.edition === 'full' ? 'full' : undefined)
  const found = panelsOf(reading, group, 'update', 'date', 'tags')
  const dates = found?.panels.map(({ attributes }) => dateOf(attributes.date))
  if (!attributes || !format || !found || !dates?.every((date) => date !== undefined)) return undefined
  const nodes = found.panels.map(({ attributes: { tags }, children }, index): Update => {
    const data = { date: dates[index] ?? '', ...tagsOf(tags) }
    return { object: 'block', type: 'update', data, nodes: reading.grouped(children, 'update', reading) }
  })
  return withPanels(found, { object: 'block', type: 'updates', data: { format }, nodes }, reading)
}

/** Markdown has days, the tree has moments. */
function dateOf(written: string | undefined): string | undefined {
  if (!/^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(written ?? '')) return undefined
  const date = new Date(written ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function tagsOf(written: string | undefined): Pick<Update['data'], 'tags'> {
  const names = written
    ?.split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  return names?.length ? { tags: names.map((tag) => ({ kind: 'tag', tag })) } : {}
}

function writeUpdates({ data, nodes }: Updates, writing: WritingContext): RootContent[] {
  const updates = nodes.flatMap(({ data, nodes }) => {
    const tags = data.tags?.map((one) => one.tag).join(',') || undefined
    const date = data.date.replace(/T00:00:00(?:\.0+)?Z$/, '')
    return around('update', { date, tags }, writing.blocks(nodes, writing))
  })
  return around('updates', { format: data.format }, updates)
}
