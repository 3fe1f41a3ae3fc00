import { stringify } from 'yaml'
import { relativeAddress } from '../../imports/source-paths.ts'
import { type ReferenceOrigin, slugFor } from '../../storage/revisions/revision-entries.ts'
import type { PageNode } from '../../storage/revisions/revision-reads.ts'
import { escaped } from './escape-words.ts'

/** The file of the page tree in the root of an archive. */
export const summaryPath = 'SUMMARY.md'

interface SummaryOptions {
  /** Paths of the pages' files, by id. */
  paths: ReadonlyMap<string, string>
  /** True for a page that an import finds without SUMMARY.md. */
  isUnlisted: (id: string) => boolean
}

/**
 * Writes the table of contents. Groups at the end of the top level are headings, other groups are items without an
 * address. A link to something without a web address is left out, since an import refuses such an item.
 */
export function writeSummary(top: readonly PageNode[], { paths, isUnlisted }: SummaryOptions): string {
  const listed = top.filter(({ id }) => !isUnlisted(id))
  const firstHeading = listed.findLastIndex(({ page }) => page.type !== 'group') + 1
  const lines = ['# Table of contents']
  const specs = new Set<string>()
  const items = (nodes: readonly PageNode[]) => {
    const waiting = nodes.map((node) => ({ node, depth: 0 })).reverse()
    if (waiting.length > 0) lines.push('')
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { node, depth } = next
      const { computed } = node.page
      if (computed && !specs.has(computed.spec)) lines.push(...entryOf(computed, '  '.repeat(depth)))
      if (computed) {
        specs.add(computed.spec)
        // Pages made by hand below follow the entry.
        for (const child of node.pages.toReversed()) waiting.push({ node: child, depth })
        continue
      }
      const label = isUnlisted(node.id) ? undefined : labelOf(node, paths)
      if (label !== undefined) lines.push(`${'  '.repeat(depth)}* ${label}`)
      for (const child of node.pages.toReversed()) waiting.push({ node: child, depth: depth + 1 })
    }
  }
  items(listed.slice(0, firstHeading))
  for (const group of listed.slice(firstHeading)) {
    lines.push('', `## ${groupLabel(group)}`)
    items(group.pages)
  }
  return `${lines.join('\n')}\n`
}

/** Returns the lines of the entry that an import makes pages of a specification of. */
function entryOf({ spec, models }: ReferenceOrigin, indent: string): string[] {
  const source = {
    type: 'builtin:openapi',
    props: { models },
    dependencies: { spec: { ref: { kind: 'openapi', spec } } },
  }
  const yaml = stringify(source).trimEnd().split('\n')
  return [`${indent}* \`\`\`yaml`, ...[...yaml, '```'].map((line) => `${indent}  ${line}`)]
}

function labelOf(node: PageNode, paths: ReadonlyMap<string, string>): string | undefined {
  const { type, title, target, linkTitle } = node.page
  if (type === 'group') return groupLabel(node)
  const address = type === 'link' ? webAddress(target) : relativeAddress(summaryPath, paths.get(node.id) ?? '')
  if (address === undefined) return undefined
  return `[${escaped(title)}](${address}${linkTitle ? ` "${quoted(linkTitle)}"` : ''})`
}

/** An anchor has the slug of a group, unless an import makes the same one of the title. */
function groupLabel({ page: { title, slug } }: PageNode): string {
  return slugFor(title) === slug ? escaped(title) : `${escaped(title)} <a href="#${slug}" id="${slug}"></a>`
}

function webAddress(target: PageNode['page']['target']): string | undefined {
  if (target?.kind !== 'url' || !/^(https?|mailto):/i.test(target.url)) return undefined
  return target.url
    .replaceAll(/[\s<>()\\]/gu, encodeURIComponent)
    .replaceAll(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))
}

const quoted = (words: string) => words.replaceAll(/\s+/gu, ' ').replaceAll(/["\\&]/g, '\\$&')
