/** How often a page has each sort of block. */
export type Counts = { [sort: string]: number }

/** Tags that begin a block each, by name. */
const tagSorts: Counts = Object.fromEntries(
  [
    ...['hint', 'tabs', 'tab', 'stepper', 'step', 'columns', 'column', 'updates', 'update', 'prompt', 'if'],
    ...['embed', 'file', 'content-ref', 'include', 'openapi-operation', 'openapi-schemas', 'openapi-webhook'],
  ].map((name) => [name, 1]),
)
const sortOfTag = (name: string): string | undefined => {
  if (name.startsWith('@')) return 'integration'
  if (name === 'openapi' || name === 'swagger') return 'swagger'
  return tagSorts[name] ? name : undefined
}

const elementSorts: { [element: string]: string } = {
  ...{ table: 'table', details: 'details', img: 'picture', pre: 'code', li: 'item', hr: 'divider' },
  ...{ h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading' },
}

const fence = /^(`{3,}|~{3,})/
const prefix = /^(?:\s|>|[*+-]\s|\d{1,9}[.)]\s)*/

/**
 * Counts the blocks that a page has by its look, line by line, with nothing of the reader: an author's view of what the
 * tree has to hold. Code and comments count as what they are, never for what they say.
 */
export function countSource(markdown: string): Counts {
  const counts: Counts = {}
  const add = (sort: string, count = 1) => {
    if (count > 0) counts[sort] = (counts[sort] ?? 0) + count
  }
  for (const line of proseLines(markdown, add)) {
    const content = line.replace(prefix, '')
    add('item', line.match(/^[\s>]*(?:(?:[*+-]|\d{1,9}[.)])\s+)+/)?.[0].match(/[*+-]|\d{1,9}[.)]/g)?.length ?? 0)
    if (/^#{1,6}\s/.test(content)) add('heading')
    if (/^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|\s*(?::?-+:?\s*)?$/.test(content)) add('table')
    if (/^(?:\*\s?){3,}$|^(?:-\s?){3,}$|^(?:_\s?){3,}$/.test(content)) add('divider')
    for (const [, name = ''] of line.matchAll(/\{%\s*(@?[\w-]+(?:\/[\w-]+)?)/g)) {
      const sort = sortOfTag(name)
      if (sort) add(sort)
    }
    for (const [, name = ''] of line.matchAll(/<([a-z]+\d?)(?=[\s/>])/gi)) {
      const sort = elementSorts[name.toLowerCase()]
      if (sort) add(sort)
    }
    add('picture', line.match(/!\[/g)?.length ?? 0)
  }
  return counts
}

/** The lines outside of code, comments and formulas, without inline code; counts the fences and formulas on its way. */
function* proseLines(markdown: string, add: (sort: string) => void): Generator<string> {
  let closing: RegExp | undefined
  let indent = 0
  const text = markdown
    .replace(/^\uFEFF/, '')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, ''))
  for (const line of text.split(/\r\n?|\n/)) {
    const content = line.replace(prefix, '')
    // A fence ends with the item that it is in, closed or not.
    const isOutside = line.trim() !== '' && line.search(/\S/) < indent
    if (closing && !isOutside) {
      if (closing.test(line)) closing = undefined
      continue
    }
    closing = undefined
    indent = 0
    const signs = fence.exec(content)?.[1]
    if (signs && !content.slice(signs.length).includes('`')) {
      add('code')
      addItems(line)
      indent = line.length - content.length
      closing = new RegExp(`^[\\s>]*${signs[0]}{${signs.length},}\\s*$`)
      continue
    }
    if (content.trim() === '$$') {
      add('math')
      closing = /^[\s>]*\$\$\s*$/
      continue
    }
    if (/<pre[\s>]/i.test(line) && !/<\/pre>/i.test(line)) closing = /<\/pre>/i
    yield line.replace(/(?<!\\)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, 'x')
  }

  function addItems(line: string): void {
    for (const _ of line.match(/(?:[*+-]|\d{1,9}[.)])\s/g) ?? []) add('item')
  }
}
