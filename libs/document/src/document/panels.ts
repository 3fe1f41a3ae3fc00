import { readCode } from './code.ts'
import type { Group } from './groups.ts'
import { readLength } from './lengths.ts'
import type { Block, Column, Columns, Prompt, Stepper, Tabs, Update, Updates } from './nodes.ts'
import type { ReadBlocks } from './pairs.ts'
import { attributesOf, flagsOf, present, type Said } from './tags.ts'

type Panel = { said: Said; children: Group['children'] }

/** The panels of a pair with what each says, if nothing else stands between them and they say nothing else. */
function panelsOf({ children }: Group, name: string, ...known: string[]): Panel[] | undefined {
  const panels: Panel[] = []
  for (const child of children) {
    const said = child.type === 'group' && child.name === name ? attributesOf(child.open.value, ...known) : undefined
    if (child.type !== 'group' || !said) return undefined
    panels.push({ said, children: child.children })
  }
  return panels
}

export function readTabs(group: Group, read: ReadBlocks): Tabs | undefined {
  const flags = flagsOf(attributesOf(group.open.value, 'fullWidth') ?? { fullWidth: '?' }, 'fullWidth')
  const panels = panelsOf(group, 'tab', 'title', 'icon', 'slug')
  if (!flags || !panels || panels.some(({ said }) => (said.icon?.length ?? 0) > 50)) return undefined
  const nodes = panels.map(({ said, children }) => ({
    object: 'block' as const,
    type: 'tabs-item' as const,
    data: present({
      title: said.title || undefined,
      icon: said.icon || undefined,
      slug: said.slug || undefined,
    }),
    nodes: read(children, 'panel'),
  }))
  return { object: 'block', type: 'tabs', ...(flags.fullWidth ? { data: flags } : {}), nodes }
}

export function readStepper(group: Group, read: ReadBlocks): Stepper | undefined {
  const panels = attributesOf(group.open.value) && panelsOf(group, 'step', 'icon')
  const nodes = panels?.map(({ said, children }) => ({
    object: 'block' as const,
    type: 'stepper-step' as const,
    data: present({ icon: said.icon || undefined }),
    nodes: read(children, 'step'),
  }))
  return nodes && { object: 'block', type: 'stepper', nodes }
}

const verticalAlignments = ['top', 'middle', 'bottom'] as const

export function readColumns(group: Group, read: ReadBlocks): Columns | undefined {
  const flags = flagsOf(attributesOf(group.open.value, 'fullWidth') ?? { fullWidth: '?' }, 'fullWidth')
  const panels = panelsOf(group, 'column', 'width', 'valign')
  const data = panels?.map(({ said }) => columnData(said))
  if (!flags || !panels || !data?.every((one) => one !== undefined)) return undefined
  const nodes = panels.map(
    ({ children }, index): Column => ({
      object: 'block',
      type: 'column',
      data: data[index] ?? {},
      nodes: read(children, 'column'),
    }),
  )
  return { object: 'block', type: 'columns', isVoid: false, data: flags, nodes }
}

function columnData({ width: written, valign }: Said): Column['data'] | undefined {
  const width = readLength(written)
  const verticalAlignment = verticalAlignments.find((one) => one === valign)
  if ((written !== undefined && width === undefined) || (valign !== undefined && !verticalAlignment)) return undefined
  return present({ width, verticalAlignment })
}

const formats = ['numeric', 'full', 'short'] as const

export function readUpdates(group: Group, read: ReadBlocks): Updates | undefined {
  const said = attributesOf(group.open.value, 'format')
  const format = formats.find((one) => one === (said?.format ?? 'full'))
  const panels = panelsOf(group, 'update', 'date', 'tags')
  const dates = panels?.map((panel) => dateOf(panel.said.date))
  if (!said || !format || !panels || !dates?.every((date) => date !== undefined)) return undefined
  const nodes = panels.map(({ said: { tags }, children }, index): Update => {
    const names = tags
      ?.split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
    return {
      object: 'block',
      type: 'update',
      data: {
        date: dates[index] ?? '',
        ...(names?.length ? { tags: names.map((tag) => ({ kind: 'tag', tag })) } : {}),
      },
      nodes: read(children, 'update'),
    }
  })
  return { object: 'block', type: 'updates', data: { format }, nodes }
}

/** Markdown has days, the tree has moments. */
function dateOf(written: string | undefined): string | undefined {
  if (!/^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(written ?? '')) return undefined
  const date = new Date(written ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

export function readIf({ open, children }: Group, read: ReadBlocks): Block | undefined {
  const name = /^\{%[ \t]*if[ \t]/.exec(open.value)?.[0].length
  const expression = name === undefined ? '' : open.value.slice(name, -2).trim()
  return expression
    ? { object: 'block', type: 'if', data: { expression }, nodes: read(children, 'document') }
    : undefined
}

const expansions = ['hidden', 'partial', 'full'] as const

export function readPrompt({ open, children: [code, ...others] }: Group): Prompt | undefined {
  const said = attributesOf(open.value, 'description', 'icon', 'openInAIProviders', 'defaultExpanded')
  const flags = said && flagsOf(said, 'openInAIProviders')
  const defaultExpanded = expansions.find((one) => one === said?.defaultExpanded)
  const block = code?.type === 'code' && others.length === 0 ? readCode(code) : undefined
  if (!said || !flags || !block || (said.defaultExpanded !== undefined && !defaultExpanded)) return undefined
  if ((said.icon?.length ?? 0) > 50) return undefined
  const data = {
    description: said.description ?? '',
    ...present({ icon: said.icon || undefined, defaultExpanded }),
  }
  return { object: 'block', type: 'prompt', data: { ...data, ...flags }, nodes: [block] }
}
