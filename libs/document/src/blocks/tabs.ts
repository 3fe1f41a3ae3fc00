import type { RootContent } from 'mdast'
import { z } from 'zod'
import type { Block, BlockNode } from '../nodes/nodes.ts'
import { flag, text } from '../nodes/shapes.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { iconFits, present } from '../reading/tag-attributes.ts'
import { around, flagValue } from '../writing/write-tags.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { type BlockKind, htmlOfWords, partKind } from './kind.ts'
import { fullWidthOf, panelsOf, withPanels } from './panels.ts'

const data = z.object({ fullWidth: flag }).optional()
const item = z.object({ title: text, icon: text, slug: text })

type TabsItem = BlockNode<'tabs-item', typeof item> & { nodes: Block[] }
type Tabs = BlockNode<'tabs', typeof data> & { nodes: TabsItem[] }

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    tabs: Tabs
    'tabs-item': TabsItem
  }
}

const kind: BlockKind<'tabs'> = {
  data,
  content: { parts: 'tabs-item' },
  stands: { current: ['document', 'cell'], next: ['update'] },
  reads: { pairs: { tabs: readTabs } },
  sample: `{% tabs %}
{% tab title="tab" icon="bolt" %}
tab body
{% endtab %}
{% tab title="other" %}
other body
{% endtab %}
{% endtabs %}`,
  write: writeTabs,
  html: htmlOfWords,
}

export const tabs = { tabs: kind, 'tabs-item': partKind<'tabs-item'>({ data: item, content: 'blocks' }) }

function readTabs(group: Group, reading: ReadingContext): Tabs | Block[] | undefined {
  const flags = fullWidthOf(reading, group)
  const isFull = reading.edition === 'full'
  const found = panelsOf(reading, group, 'tab', 'title', 'icon', 'slug', ...(isFull ? ['name'] : []))
  if (!flags || !found) return undefined
  const { panels } = found
  if (!isFull && !panels.every(({ attributes }) => iconFits(attributes))) return undefined
  const nodes = panels.map(({ attributes: { name, title = name, icon, slug }, children }): TabsItem => {
    const data = present({ title: title || undefined, icon: icon || undefined, slug: slug || undefined })
    return { object: 'block', type: 'tabs-item', data, nodes: reading.grouped(children, 'panel', reading) }
  })
  const tabs: Tabs = { object: 'block', type: 'tabs', ...(flags.fullWidth ? { data: flags } : {}), nodes }
  return withPanels(found, tabs, reading)
}

function writeTabs({ data, nodes }: Tabs, writing: WritingContext): RootContent[] {
  const panels = nodes.flatMap(({ data: { title, icon, slug }, nodes }) =>
    around('tab', { title, icon, slug }, writing.blocks(nodes, writing)),
  )
  return around('tabs', { fullWidth: flagValue(data?.fullWidth) }, panels)
}
