import type { RootContent } from 'mdast'

type Attributes = { [name: string]: string | undefined }

/** Blocks between an opening tag and its closing one. */
export function around(name: string, attributes: Attributes, children: RootContent[]): RootContent[] {
  return [tag(name, attributes), ...children, tag(`end${name}`, {})]
}

/** A tag on its own line; lines in a value become one. */
export function tag(name: string, attributes: Attributes): RootContent {
  return tagOf(name, attributes, (value) => value.replace(/[\r\n]+/g, ' '))
}

/** The tag of an integration, whose values may hold lines. */
export function integrationTag(name: string, attributes: Attributes): RootContent {
  return tagOf(`@${name}`, attributes, (value) => value.replace(/\r\n?/g, '\n'))
}

function tagOf(name: string, attributes: Attributes, lines: (value: string) => string): RootContent {
  const written = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return []
    const safe = lines(value.replace(/%\}/g, '%&#125;'))
    const quote = safe.includes('"') && !safe.includes("'") ? "'" : '"'
    return [`${key}=${quote}${quote === '"' ? safe.replace(/"/g, '&quot;') : safe}${quote}`]
  })
  return { type: 'blockTag', value: `{% ${[name, ...written].join(' ')} %}` }
}

/** The value of a flag's attribute: flags that are not set have none. */
export function flagValue(isSet: boolean | undefined): 'true' | undefined {
  return isSet ? 'true' : undefined
}

/** Text that does not end its tag, for tags in which character references are not read. */
export function closingApart(text: string): string {
  return text.replace(/%\}/g, '% }')
}
