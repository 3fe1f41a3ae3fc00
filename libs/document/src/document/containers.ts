import type { BlockType } from './shapes.ts'

/**
 * The two readings of the published schema: `current` is the tree of version 0.143.2, which 0.202.0 takes as well;
 * `next` says what only 0.202.0 has blocks for (columns, conditions, updates, prompts).
 */
export type Edition = 'current' | 'next'

const essentials: BlockType[] = [
  ...(['paragraph', 'heading-1', 'heading-2', 'heading-3'] as const),
  ...(['list-ordered', 'list-unordered', 'list-tasks', 'divider'] as const),
]
const media: BlockType[] = ['content-ref', 'embed', 'file', 'images', 'drawing', 'integration']
const panel: BlockType[] = [...essentials, ...media, 'code', 'hint', 'blockquote', 'math']
const openApi: BlockType[] = ['swagger', 'openapi-operation', 'openapi-schemas', 'openapi-webhook']
const document: BlockType[] = [
  ...panel,
  ...openApi,
  ...(['expandable', 'tabs', 'stepper', 'table', 'reusable-content'] as const),
]
const body: BlockType[] = [...essentials, 'images', 'code', 'table', 'hint', 'blockquote', 'reusable-content']

const current = {
  document,
  'list-item': [...essentials, 'code', 'hint', 'blockquote', 'math', 'table'],
  blockquote: [...essentials, 'blockquote'],
  hint: essentials,
  panel,
  step: panel,
  'expandable-body': body,
  'annotation-body': [...essentials, 'code'],
  cell: document,
  column: [],
  update: [],
} satisfies Record<string, BlockType[]>
export type Container = keyof typeof current

const newer: Partial<Record<Container, BlockType[]>> = {
  document: ['if', 'columns', 'updates', 'prompt'],
  hint: ['embed', 'integration', 'table'],
  panel: ['prompt'],
  step: ['prompt', 'expandable'],
  'expandable-body': ['file', 'prompt', 'integration'],
  column: [...panel, 'prompt', 'table', 'expandable', 'stepper'],
  update: [...panel, 'prompt', 'tabs', 'expandable'],
}

const containers = Object.keys(current) as Container[]
const allowed = {
  current: new Map(containers.map((name) => [name, new Set<string>(current[name])])),
  next: new Map(containers.map((name) => [name, new Set<string>([...current[name], ...(newer[name] ?? [])])])),
}

/** Whether the published schema takes a block there; whatever else stands there is kept as raw markdown. */
export function allowedIn(container: Container, type: string, edition: Edition): boolean {
  return allowed[edition].get(container)?.has(type) ?? false
}
