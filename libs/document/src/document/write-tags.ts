import type { RootContent } from 'mdast'

export type Attributes = { [name: string]: string | undefined }

/** Blocks between an opening tag and its closing one. */
export function around(name: string, attributes: Attributes, children: RootContent[]): RootContent[] {
  return [tag(name, attributes), ...children, tag(`end${name}`, {})]
}

/** A tag on its own line. A value cannot hold both quotes, nor a line's end or the tag's. */
export function tag(name: string, attributes: Attributes): RootContent {
  const written = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return []
    const safe = value.replace(/[\r\n]+/g, ' ').replace(/%\}/g, '% }')
    return safe.includes('"') ? [`${key}='${safe.replace(/'/g, '’')}'`] : [`${key}="${safe}"`]
  })
  return { type: 'blockTag', value: `{% ${[name, ...written].join(' ')} %}` }
}
