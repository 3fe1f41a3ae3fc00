import type { AttributesPatch } from '../revisions/page-attributes.ts'
import type { PageAttributes, PageEntry } from '../revisions/revision-entries.ts'
import { sameValue } from '../trees/tree-nodes.ts'
import type { KnownKey } from './known-keys.ts'
import type { ReadFrontMatter } from './read-front-matter.ts'
import { frontMatterOf } from './write-front-matter.ts'

/** The attribute that each key sets; `coverY` and `coverDark` go with `cover`. */
export const attributeByKey = {
  description: 'description',
  icon: 'icon',
  emoji: 'emoji',
  hidden: 'hidden',
  noIndex: 'noIndex',
  noRobotsIndex: 'noRobotsIndex',
  if: 'condition',
  tags: 'tags',
  cover: 'cover',
  vars: 'variables',
  layout: 'layout',
} as const satisfies Partial<Record<KnownKey, keyof PageAttributes>>

const keys = Object.keys(attributeByKey) as (keyof typeof attributeByKey)[]

type FoundFields = Record<string, unknown>

/**
 * Returns the changes that new front matter makes to a page. A key with the value that the page would write changes
 * nothing. A missing key that the page would write clears its attribute. So a text that is written back as it was read
 * changes nothing, and each change in it has its effect. Front matter wins over the fields of the same change:
 * `mentioned` holds its attributes.
 */
export function frontMatterPatch(page: PageEntry, found: FoundFields, { attributes, rest, ignored }: ReadFrontMatter) {
  const written = frontMatterOf(page)
  const patch: AttributesPatch = {}
  const frontMatter = { ...rest }
  const mentioned = new Set<keyof PageAttributes>()
  for (const key of keys) {
    const attribute = attributeByKey[key]
    const isGiven = Object.hasOwn(found, key)
    if (isGiven) mentioned.add(attribute)
    if (written && isGiven && isUnchanged(written, found, key)) retainRest(frontMatter, page.frontMatter ?? {}, key)
    else if (isGiven ? !ignored.includes(key) : written && Object.hasOwn(written, key))
      Object.assign(patch, { [attribute]: attributes[attribute] ?? null })
  }
  return { patch: { ...patch, frontMatter } satisfies AttributesPatch, mentioned }
}

const withCover = ['coverY', 'coverDark']

const isUnchanged = (written: FoundFields, found: FoundFields, key: string): boolean =>
  [key, ...(key === 'cover' ? withCover : [])].every((name) => sameValue(written[name], found[name]))

function retainRest(frontMatter: FoundFields, before: FoundFields, key: string): void {
  if (Object.hasOwn(before, key)) frontMatter[key] = before[key]
  else delete frontMatter[key]
  if (key === 'cover') for (const name of withCover) retainRest(frontMatter, before, name)
}
