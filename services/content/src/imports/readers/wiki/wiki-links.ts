import type { WikiNames } from './names.ts'
import { outsideCode } from './outside-code.ts'

/** What stands in two brackets, and what stands behind the bar in it. */
const wikiLink = /\[\[([^[\]\n|]{1,300})(?:\|([^[\]\n]{1,300}))?\]\]/g

/**
 * A wiki's own links as links of markdown: `[[Page]]`, `[[words|Page]]`, and pictures. Those to pages that the wiki does
 * not have stay as they are written.
 */
export function withPlainLinks(text: string, names: WikiNames): string {
  return outsideCode(text, (part) =>
    part.replace(
      wikiLink,
      (whole, first: string, second?: string) => linkOf(first.trim(), second?.trim(), names) ?? whole,
    ),
  )
}

function linkOf(first: string, second: string | undefined, names: WikiNames): string | undefined {
  const picture = /\.(?:png|jpe?g|gif|svg|webp)$/i.test(first) ? names.fileAt(first) : undefined
  if (picture !== undefined)
    return `![${worded(/(?:^|\|)alt=([^|]*)/.exec(second ?? '')?.[1] ?? '')}](${written(picture)})`
  const [words, target] = second === undefined ? [first, first] : [first, second]
  if (/^https?:\/\/\S+$/i.test(target)) return `[${worded(words)}](<${target.replaceAll(/[<>]/g, encodeURIComponent)}>)`
  const [, name = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? []
  const path = names.pageOf(name) ?? names.fileAt(name)
  return path && `[${worded(words)}](${written(path)}${encodeURI(anchor.toLowerCase().replaceAll(' ', '-'))})`
}

const worded = (text: string) => text.replaceAll(/[\\`*_<>]/g, '\\$&')

/** From the root of the wiki, whose pages name each other without their folders. */
const written = (path: string) => `/${path.split('/').map(encodeURIComponent).join('/')}`
