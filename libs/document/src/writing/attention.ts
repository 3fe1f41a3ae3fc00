import type { PhrasingContent } from 'mdast'

const names = { strong: 'strong', emphasis: 'em', delete: 'del' } as const

/**
 * The nodes with tags in place of marks whose signs would not be read as marks beside their neighbours. `before` and
 * `after` are the characters around the nodes.
 */
export function withTags(nodes: readonly PhrasingContent[], before = '', after = ''): PhrasingContent[] {
  return nodes.flatMap((node, index): PhrasingContent[] => {
    if (node.type === 'link') return [{ ...node, children: withTags(node.children, '[', ']') as typeof node.children }]
    if (node.type !== 'strong' && node.type !== 'emphasis' && node.type !== 'delete') return [node]
    const left = index === 0 ? before : edge(nodes[index - 1], 'last')
    const right = index === nodes.length - 1 ? after : edge(nodes[index + 1], 'first')
    const [first, last] = [edge(node.children[0], 'first'), edge(node.children.at(-1), 'last')]
    const whole = node.type !== 'emphasis' || (!isWord(left) && !isWord(right))
    if (whole && opens(left, first) && opens(right, last)) {
      return [{ ...node, children: withTags(node.children, '*', '*') }]
    }
    const name = names[node.type]
    return [
      { type: 'html', value: `<${name}>` },
      ...withTags(node.children, '>', '<'),
      { type: 'html', value: `</${name}>` },
    ]
  })
}

/** True if signs between a character outside and a character inside belong to the inside. */
function opens(outside: string, inside: string): boolean {
  if (inside === '' || /\s/u.test(inside)) return false
  return isWord(inside) || outside === '' || !isWord(outside)
}

/** Anything but white space and punctuation. */
function isWord(character: string): boolean {
  return character !== '' && !/[\s\p{P}\p{S}]/u.test(character)
}

const signs: { [type: string]: string } = { inlineCode: '`', html: '<', break: '\n', strong: '*', emphasis: '_' }

/** The outermost character of a node as it will be written. */
function edge(node: PhrasingContent | undefined, which: 'first' | 'last'): string {
  if (!node) return ''
  if (node.type !== 'text') return signs[node.type] ?? '['
  const characters = Array.from(which === 'first' ? node.value.slice(0, 2) : node.value.slice(-2))
  return characters.at(which === 'first' ? 0 : -1) ?? ''
}
