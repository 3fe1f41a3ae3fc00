import type { RootContent } from 'mdast'
import { writeLength } from './lengths.ts'
import type { Block, Columns, Prompt, Stepper, Tabs, Updates } from './nodes.ts'
import { writeBlocks } from './to-markdown.ts'
import { fenceOf } from './write-code.ts'
import { around, closingApart, tag } from './write-tags.ts'
import type { WritingContext } from './writing.ts'

/** Blocks that hold blocks between tags of their own. */
export function writePanels(
  block: Tabs | Stepper | Columns | Updates | Prompt | Extract<Block, { type: 'if' }>,
  writing: WritingContext,
): RootContent[] {
  switch (block.type) {
    case 'tabs': {
      const panels = block.nodes.flatMap(({ data, nodes }) => {
        const said = { title: data.title, icon: data.icon, slug: data.slug }
        return around('tab', said, writeBlocks(nodes, writing))
      })
      return around('tabs', flag('fullWidth', block.data?.fullWidth), panels)
    }
    case 'stepper': {
      const steps = block.nodes.flatMap(({ data, nodes }) =>
        around('step', { icon: data.icon }, writeBlocks(nodes, writing)),
      )
      return around('stepper', {}, steps)
    }
    case 'columns': {
      const columns = block.nodes.flatMap(({ data, nodes }) => {
        const said = { width: writeLength(data?.width), valign: data?.verticalAlignment }
        return around('column', said, writeBlocks(nodes, writing))
      })
      return around('columns', flag('fullWidth', block.data.fullWidth), columns)
    }
    case 'updates': {
      const updates = block.nodes.flatMap(({ data, nodes }) => {
        const tags = data.tags?.map((one) => one.tag).join(',') || undefined
        return around(
          'update',
          { date: data.date.replace(/T00:00:00(?:\.0+)?Z$/, ''), tags },
          writeBlocks(nodes, writing),
        )
      })
      return around('updates', { format: block.data.format }, updates)
    }
    case 'prompt': {
      const { description, icon, openInAIProviders, defaultExpanded } = block.data
      const said = { description, icon, ...flag('openInAIProviders', openInAIProviders), defaultExpanded }
      return around('prompt', said, block.nodes.map(fenceOf))
    }
    case 'if': {
      const expression = closingApart(block.data.expression.replace(/[\r\n]+/g, ' ').trim())
      return [
        { type: 'blockTag', value: `{% if ${expression} %}` },
        ...writeBlocks(block.nodes, writing),
        tag('endif', {}),
      ]
    }
  }
}

function flag(name: string, set: boolean | undefined): { [name: string]: 'true' | undefined } {
  return { [name]: set ? 'true' : undefined }
}
