import type { RootContent } from 'mdast'
import { z } from 'zod'
import type { BlockNode } from '../nodes/nodes.ts'
import { flag, text } from '../nodes/shapes.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { attributesOf, flagsOf, iconFits, present } from '../reading/tag-attributes.ts'
import { around, flagValue } from '../writing/write-tags.ts'
import { type CodeBlock, fenceOf, readFence } from './code.ts'
import { type BlockKind, htmlOfWords } from './kind.ts'

const expansions = ['hidden', 'partial', 'full'] as const
const data = z.object({
  description: z.string(),
  icon: text,
  openInAIProviders: flag,
  defaultExpanded: z.enum(expansions).optional(),
})

type Prompt = BlockNode<'prompt', typeof data> & { nodes: CodeBlock[] }

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    prompt: Prompt
  }
}

export const prompt: BlockKind<'prompt'> = {
  data,
  content: { parts: 'code' },
  stands: { current: [], next: ['document', 'panel', 'step', 'expandable-body', 'column', 'update'] },
  reads: { pairs: { prompt: readPrompt } },
  sample: `{% prompt description="prompt" icon="bolt" openInAIProviders="true" %}
\`\`\`
prompt text
\`\`\`
{% endprompt %}`,
  write: writePrompt,
  html: htmlOfWords,
}

function readPrompt({ open, children: [code, ...others] }: Group, reading: ReadingContext): Prompt | undefined {
  const attributes = attributesOf(reading, open.value, 'description', 'icon', 'openInAIProviders', 'defaultExpanded')
  const flags = attributes && flagsOf(reading, attributes, 'openInAIProviders')
  const defaultExpanded = expansions.find((one) => one === attributes?.defaultExpanded)
  const block = code?.type === 'code' && others.length === 0 ? readFence(code, reading) : undefined
  if (!attributes || !flags || !block || !iconFits(attributes)) return undefined
  if (attributes.defaultExpanded !== undefined && !defaultExpanded) return undefined
  const data = {
    description: attributes.description ?? '',
    ...present({ icon: attributes.icon || undefined, defaultExpanded }),
  }
  return { object: 'block', type: 'prompt', data: { ...data, ...flags }, nodes: [block] }
}

function writePrompt({ data, nodes }: Prompt): RootContent[] {
  const { description, icon, openInAIProviders, defaultExpanded } = data
  const attributes = { description, icon, openInAIProviders: flagValue(openInAIProviders), defaultExpanded }
  return around('prompt', attributes, nodes.map(fenceOf))
}
