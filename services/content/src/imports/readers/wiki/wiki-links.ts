import { outsideCode } from './outside-code.ts'
import type { WikiNames } from './wiki-names.ts'

/** A link in double brackets: the text before the bar, and the text after it. */
const wikiLink = /\[\[([^[\]\n|]{1,300})(?:\|([^[\]\n]{1,300}))?\]\]/g

/**
 * Converts a wiki's links to markdown: `[[Page]]`, `[[words|Page]]`, and pictures. Links to pages that the wiki does
 * not have stay as written.
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
    return `![${escaped(/(?:^|\|)alt=([^|]*)/.exec(second ?? '')?.[1] ?? '')}](${written(picture)})`
  const [words, target] = second === undefined ? [first, first] : [first, second]
  if (/^https?:\/\/\S+$/i.test(target))
    return `[${escaped(words)}](<${target.replaceAll(/[<>]/g, encodeURIComponent)}>)`
  const [, name = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? []
  const path = names.pageOf(name) ?? names.fileAt(name)
  return path && `[${escaped(words)}](${written(path)}${encodeURI(anchor.toLowerCase().replaceAll(' ', '-'))})`
}

const escaped = (text: string) => text.replaceAll(/[\\`*_<>]/g, '\\$&')

/** Makes a link from the root of the wiki, whose pages refer to each other without folders. */
const written = (path: string) => `/${path.split('/').map(encodeURIComponent).join('/')}`
