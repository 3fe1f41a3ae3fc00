import type { AttributesPatch } from '../revisions/attributes.ts'
import type { PageAttributes, PageEntry } from '../revisions/entries.ts'
import { sameValue } from '../trees/nodes.ts'
import type { KnownKey } from './known.ts'
import type { ReadFrontMatter } from './read.ts'
import { frontMatterOf } from './write.ts'

/** The attribute that each key sets; `coverY` goes with `cover`. */
const spokenOf = {
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

const keys = Object.keys(spokenOf) as (keyof typeof spokenOf)[]

type FoundFields = Record<string, unknown>

/**
 * What new front matter changes of a page. A key with the value that the page would write changes nothing. A key that
 * the page would write and that is missing clears its attribute. So a text that is written back as it was read changes
 * nothing, and each change in it has its effect. Front matter wins over the fields of the same change.
 */
export function frontMatterPatch(page: PageEntry, found: FoundFields, { attributes, rest, ignored }: ReadFrontMatter) {
  const written = frontMatterOf(page)
  const patch: AttributesPatch = {}
  const frontMatter = { ...rest }
  const spoken = new Set<keyof PageAttributes>()
  for (const key of keys) {
    const attribute = spokenOf[key]
    const isGiven = Object.hasOwn(found, key)
    if (isGiven) spoken.add(attribute)
    if (written && isGiven && saysSame(written, found, key)) keepRest(frontMatter, page.frontMatter ?? {}, key)
    else if (isGiven ? !ignored.includes(key) : written && Object.hasOwn(written, key))
      Object.assign(patch, { [attribute]: attributes[attribute] ?? null })
  }
  return { patch: { ...patch, frontMatter } satisfies AttributesPatch, spoken }
}

const saysSame = (written: FoundFields, found: FoundFields, key: string): boolean =>
  sameValue(written[key], found[key]) && (key !== 'cover' || sameValue(written.coverY, found.coverY))

function keepRest(frontMatter: FoundFields, before: FoundFields, key: string): void {
  if (Object.hasOwn(before, key)) frontMatter[key] = before[key]
  else delete frontMatter[key]
  if (key === 'cover') keepRest(frontMatter, before, 'coverY')
}
