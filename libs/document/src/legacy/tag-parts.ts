import { readBlockTag } from '../markdown/block-tags.ts'
import type { Block, Inline, Mark, Text } from '../nodes/nodes.ts'
import type { Group, GroupedContent } from '../reading/groups.ts'
import { text } from '../reading/inline-nodes.ts'
import type { ReadingContext } from '../reading/reading-context.ts'

/** Reads a pair of tags of an older format as the blocks of today; undefined where it is none of that format. */
export type LegacyReader = (group: Group, reading: ReadingContext) => Block[] | undefined

/** The attributes of the opening tag; older exports escape signs of markdown in them. */
export function attributesOfTag({ open }: Group): { [name: string]: string | undefined } {
  const { attributes } = open.type === 'blockTag' ? readBlockTag(open.value) : { attributes: [] }
  return Object.fromEntries(
    attributes.map(({ name, value }) => [name, value.replace(/\\([!-/:-@[-`{-~])/g, '$1').trim()]),
  )
}

/** The first value in a tag that has no name, as in `{% youtube abc %}`. */
export function bareValueOf({ open }: Group): string | undefined {
  return /^\{%[ \t]*[\w-]+[ \t]+["']?([^\s"'=%]+)["']?[ \t]*%\}$/.exec(open.value)?.[1]
}

/** The pairs of some names in a group at any depth, and the rest beside them, without tags of the same format. */
export function splitBy(
  { children }: Group,
  isPart: (name: string) => boolean,
  isAround: (name: string) => boolean,
): { parts: Group[]; rest: GroupedContent[] } {
  const [parts, rest]: [Group[], GroupedContent[]] = [[], []]
  for (const child of children) {
    if (child.type !== 'group' || !(isPart(child.name) || isAround(child.name))) rest.push(child)
    else if (isPart(child.name)) parts.push(child)
    else {
      const inside = splitBy(child, isPart, isAround)
      for (const part of inside.parts) parts.push(part)
      for (const one of inside.rest) rest.push(one)
    }
  }
  return { parts, rest }
}

/** The blocks in a pair as if they stood alone. */
export const blocksIn = ({ children }: Pick<Group, 'children'>, reading: ReadingContext): Block[] =>
  reading.grouped(children, 'document', reading)

/** Some words as the parts of a line. */
export const words = (value: string, ...marks: Mark[]): Text[] => (value === '' ? [] : [text(value, marks)])

export const paragraph = (nodes: Inline[]): Block[] =>
  nodes.length > 0 ? [{ object: 'block', type: 'paragraph', nodes }] : []
